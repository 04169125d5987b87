/* Puts what changes into its place, as text. Without news it says so; where there is no line it asks again. */
"use strict";
(() => {
  const BOLD_MS = 1000;
  const SILENT_MS = 8000;
  const POLL_MS = 5000;
  const note = document.querySelector("[data-stale]");
  const isDisplay = document.body.classList.contains("kiosk");
  let heard = Date.now();
  let trouble = "";
  let behind = "";
  let asked = 0;
  const listen = connected();

  const cells = () => new Map([...document.querySelectorAll("[data-cell]")].map((each) => [each.dataset.cell, each]));

  function take(rows) {
    const places = cells();
    count(rows);
    for (const [name, text, state, restsOn] of rows) {
      const place = places.get(name);
      if (!place || place.textContent === text) continue;
      place.textContent = text;
      if (place.dataset.leads) place.href = place.dataset.leads + encodeURIComponent(text.split(" ")[0]);
      if (state) place.dataset.state = state;
      if (restsOn) place.title = restsOn;
      place.classList.add("changed");
      setTimeout(() => place.classList.remove("changed"), BOLD_MS);
    }
  }

  /* A list does not jump: what has come is counted on a button, which asks for the page again. */
  for (const each of document.querySelectorAll("[data-news]")) {
    each.addEventListener("click", (event) => {
      event.preventDefault();
      location.reload();
    });
  }

  function count(rows) {
    for (const each of document.querySelectorAll("[data-news]")) {
      const row = rows.find(([name]) => name === each.dataset.news);
      const more = row ? Number(row[1].replaceAll(",", "")) - Number(each.dataset.count) : 0;
      if (more > 0) {
        each.textContent = `${more} new`;
        each.hidden = false;
      }
    }
  }

  function news(said) {
    heard = Date.now();
    trouble = said || behind;
    say();
  }

  function say() {
    const silent = Date.now() - heard;
    const old = silent > SILENT_MS || trouble !== "";
    document.body.classList.toggle("is-stale", old);
    const words = trouble || `no news for ${Math.round(silent / 1000)} s, trying again`;
    const text = old ? note.dataset.said || `▲ ${words}` : "";
    if (note.textContent !== text) note.textContent = text;
  }

  function told(said) {
    if (said.over) over();
    else if (said.lost) setTimeout(poll, Math.max(0, asked + POLL_MS - Date.now())); // at once, and then now and then
    else {
      const late = said.rows.find(([name]) => name === "behind");
      if (late) behind = late[1];
      news(said.trouble);
      take(said.rows);
    }
  }

  /* Whoever has been signed out is led to the sign-in; a display in the pit shows nobody a form. */
  function over() {
    if (!isDisplay) return location.reload();
    news("signed out");
    setTimeout(poll, POLL_MS);
  }

  function connected() {
    const script = document.querySelector("[data-line]").src;
    if (window.SharedWorker) {
      const { port } = new SharedWorker(script);
      port.onmessage = ({ data }) => told(data);
      addEventListener("pagehide", () => port.postMessage("gone"));
      addEventListener("pageshow", (event) => event.persisted && location.reload());
      return () => port.postMessage("come");
    }
    const own = self.line(told);
    document.addEventListener("visibilitychange", () => (document.hidden ? own.close() : own.open()));
    return () => document.hidden || own.open();
  }

  /* The page itself, asked for again: what stands at its places is put at ours. */
  async function poll() {
    asked = Date.now();
    try {
      const answer = await fetch(location.href, { credentials: "same-origin" });
      if (answer.redirected) return over();
      if (!answer.ok) throw new Error(String(answer.status));
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      take([...page.querySelectorAll("[data-cell]")].map((each) => [each.dataset.cell, each.textContent, "", ""]));
      news("");
      listen();
    } catch {
      setTimeout(poll, POLL_MS);
    }
  }

  setInterval(say, 1000);
  listen();
})();
