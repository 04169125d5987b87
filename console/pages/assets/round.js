/* Shows a moment of the round: elements carry the numbers of the events between which they hold, and this
   compares them. It makes no markup; text from events is set as text. */
"use strict";
(() => {
  const all = (selector) => [...document.querySelectorAll(selector)];
  const one = (selector) => document.querySelector(selector);
  const button = (name) => one(`[data-do=${name}]`);
  const spans = all("[data-from]").map((element) => {
    const number = (name) => (name in element.dataset ? Number(element.dataset[name]) : null);
    return { element, from: number("from"), to: number("to"), up: number("up"), known: number("known"), gone: number("gone") };
  });
  const rows = all(".timeline li[data-seq]");
  const seqs = rows.map((row) => Number(row.dataset.seq));
  const times = rows.map((row) => Number(row.dataset.us));
  const marked = rows.flatMap((row, index) => (row.classList.contains("marked") ? [index] : []));
  const phases = all(".phases button").map((each) => seqs.indexOf(Number(each.dataset.seq)));
  const range = one("#moment");
  const now = one(".now");
  const help = one("#help");
  const LONGEST_GAP = 2000;
  let index = Number(range.value);
  let timer = 0;
  let speed = 1;

  const words = (at) => {
    const said = [".type", ".said"].map((part) => rows[at].querySelector(part).textContent);
    return said.filter(Boolean).join(", ");
  };

  function show(wanted, quiet) {
    index = Math.max(0, Math.min(rows.length - 1, wanted));
    const seq = seqs[index];
    const reached = (from) => from !== null && seq >= from;
    for (const { element, from, to, up, known, gone } of spans) {
      element.classList.toggle("off", seq < from || reached(to));
      element.classList.toggle("up", reached(up));
      element.classList.toggle("known", reached(known));
      element.classList.toggle("gone", reached(gone));
    }
    range.value = index;
    range.setAttribute("aria-valuetext", `event ${index + 1} of ${rows.length}, ${words(index)}`);
    now.setAttribute("aria-live", quiet ? "off" : "polite");
    now.querySelector(".seq").textContent = `#${seq}`;
    now.querySelector(".clock").textContent = rows[index].querySelector(".clock").textContent;
    now.querySelector(".words").textContent = words(index);
    rows.forEach((row, at) => (at === index ? row.setAttribute("aria-current", "step") : row.removeAttribute("aria-current")));
    const list = rows[index].parentElement;
    if (list.scrollHeight > list.clientHeight) {
      list.scrollTop = rows[index].offsetTop - list.offsetTop - list.clientHeight / 2;
    }
  }

  function pause() {
    clearTimeout(timer);
    timer = 0;
    button("play").textContent = "Play";
    button("play").setAttribute("aria-pressed", "false");
  }

  function play() {
    if (index === rows.length - 1) show(0, true);
    button("play").textContent = "Pause";
    button("play").setAttribute("aria-pressed", "true");
    const step = () => {
      show(index + 1, true);
      if (index === rows.length - 1 || marked.includes(index)) {
        pause();
        show(index);
      } else wait();
    };
    const wait = () => {
      const gap = (times[index + 1] - times[index]) / 1000;
      timer = setTimeout(step, Math.max(0, Math.min(gap, LONGEST_GAP)) / speed);
    };
    wait();
  }

  function go(wanted) {
    pause();
    show(wanted);
  }
  const after = (list) => list.find((at) => at > index) ?? index;
  const before = (list) => list.filter((at) => at < index).pop() ?? index;
  const rounds = [...phases].sort((a, b) => a - b);

  function seat(number) {
    const same = document.body.dataset.seat === number;
    if (same) delete document.body.dataset.seat;
    else document.body.dataset.seat = number;
    all("[data-seat]").forEach((each) => each !== document.body && each.classList.toggle("aside", !same && each.dataset.seat !== number));
  }

  const acts = {
    first: () => go(0),
    last: () => go(rows.length - 1),
    back: () => go(index - 1),
    on: () => go(index + 1),
    play: () => (timer ? pause() : play()),
    speed: () => {
      speed = speed === 4 ? 1 : speed * 2;
      button("speed").textContent = `${speed}×`;
    },
    faces: () => {
      const known = document.body.classList.toggle("all-known");
      button("faces").setAttribute("aria-pressed", String(known));
    },
    help: () => (help.open ? help.close() : help.showModal()),
  };
  const keys = {
    ArrowLeft: (shift) => go(shift ? before(rounds) : index - 1),
    ArrowRight: (shift) => go(shift ? after(rounds) : index + 1),
    Home: acts.first,
    End: acts.last,
    " ": acts.play,
    n: () => go(after(marked)),
    p: () => go(before(marked)),
    f: acts.faces,
    w: () => one(".whatif input:not([type=hidden])")?.focus(),
    "?": acts.help,
  };

  document.addEventListener("keydown", (event) => {
    if (document.documentElement.dataset.keys === "off" || event.ctrlKey || event.altKey || event.metaKey || (help.open && event.key !== "?")) return;
    if (event.target.closest("input:not(#moment), select, textarea")) return;
    if (event.key === " " && event.target.closest("button, a, summary")) return;
    const act = /^[1-9]$/.test(event.key) ? () => seat(event.key) : keys[event.key];
    if (!act) return;
    event.preventDefault();
    act(event.shiftKey);
  });
  document.addEventListener("click", (event) => {
    const pressed = event.target.closest("[data-do], button[data-seq], a[data-seq]");
    if (!pressed) return;
    const { do: name, seq } = pressed.dataset;
    if (name) acts[name]();
    else if (seqs.includes(Number(seq))) {
      event.preventDefault();
      go(seqs.indexOf(Number(seq)));
    }
  });
  range.addEventListener("input", () => go(Number(range.value)));
  show(index, true);
})();
