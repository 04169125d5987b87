/* The past of a meter, drawn as steps by uPlot in the facility's time. The same points stand below as a table. */
"use strict";
(() => {
  const MC_PER_DOLLAR = 100000;
  const GLYPHS = { pending: "◆", ok: "●", bad: "■" };

  /* What happened stands on the line, and leads to its award or record. */
  function mark(drawn, points, marks) {
    for (const [at, tone, words, href] of marks) {
      const before = points.filter(([then]) => then <= at).pop() || points[0];
      const each = document.createElement("a");
      if (href) each.href = href;
      each.className = `mark ${tone}`;
      each.title = words;
      each.textContent = GLYPHS[tone];
      each.setAttribute("aria-label", words);
      each.style.left = `${drawn.valToPos(at, "x")}px`;
      each.style.top = `${drawn.valToPos(before[1] / MC_PER_DOLLAR, "y")}px`;
      drawn.over.append(each);
    }
  }

  for (const place of document.querySelectorAll("[data-plot]")) {
    const points = JSON.parse(place.dataset.plot);
    const draw = () => {
      const probe = document.createElement("span");
      place.replaceChildren(probe);
      const of = (name) => {
        probe.style.color = `var(${name})`;
        return getComputedStyle(probe).color;
      };
      const axis = { stroke: of("--muted"), grid: { stroke: of("--line"), width: 1 }, ticks: { stroke: of("--line") } };
      const line = of("--accent");
      place.replaceChildren();
      const marks = JSON.parse(place.dataset.marks);
      new uPlot(
        {
          width: place.clientWidth,
          height: 240,
          tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), place.dataset.zone),
          legend: { show: false },
          hooks: { ready: [(drawn) => mark(drawn, points, marks)] },
          axes: [axis, { ...axis, size: 96, values: (_, all) => all.map((value) => `$${value.toLocaleString("en-US", { minimumFractionDigits: 2 })}`) }],
          series: [{}, { stroke: line, width: 1.5, paths: uPlot.paths.stepped({ align: 1 }), points: { show: false } }],
        },
        [points.map(([at]) => at), points.map(([, amount]) => amount / MC_PER_DOLLAR)],
        place,
      );
    };
    draw();
    addEventListener("resize", draw);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw);
  }
})();
