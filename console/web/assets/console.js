/* Keys, the find box and what else every page has. It makes no markup: what it sets it sets as text. */
"use strict";
(() => {
  const one = (selector) => document.querySelector(selector);
  const find = one("[data-find]");
  const typing = (element) => element.closest("input, select, textarea, [contenteditable]");
  let going = false;

  const moment = one("[data-moment]");
  const address = () => {
    const now = one(".now .seq");
    const path = moment ? moment.dataset.moment : location.pathname;
    return now ? `${location.origin}${path}?at=${now.textContent.slice(1)}` : location.href;
  };
  if (moment) {
    moment.addEventListener("click", (event) => {
      event.preventDefault();
      history.replaceState(null, "", address());
    });
  }
  const print = one("[data-print]");
  if (print) print.addEventListener("click", () => window.print());

  const rows = () => [...document.querySelectorAll(".list tbody tr")];
  const step = (by) => {
    const all = rows();
    const at = all.findIndex((row) => row.contains(document.activeElement));
    const next = all[Math.max(0, Math.min(all.length - 1, at + by))];
    const link = next && next.querySelector("a");
    if (link) link.focus();
  };
  /* What stands at a moment in time and what its tip says change places. */
  const inUtc = () => {
    for (const each of document.querySelectorAll("time[title], .clock[title]")) {
      [each.textContent, each.title] = [each.title, each.textContent];
    }
  };
  const help = one("#help");
  const showKeys = () => help && (help.open ? help.close() : help.showModal());

  const keys = {
    u: inUtc,
    ...(one("#moment") ? {} : { "?": showKeys }),
    "/": () => find && find.focus(),
    j: () => step(1),
    k: () => step(-1),
    "[": () => follow("["),
    "]": () => follow("]"),
    ".": () => navigator.clipboard && navigator.clipboard.writeText(address()),
  };
  const follow = (key) => {
    const link = one(`[data-key="${key}"]`);
    if (link) link.click();
  };
  /* A part of the page that was asked for and did not come: why not is said, and what was there stays. */
  const trouble = one("[data-trouble]");
  const say = (words) => {
    if (trouble) trouble.textContent = words;
  };
  document.addEventListener("htmx:beforeRequest", () => say(""));
  document.addEventListener("htmx:sendError", () => say("■ The console does not answer: what stands here is as of before."));
  document.addEventListener("htmx:responseError", ({ detail: { xhr } }) => {
    const why = new DOMParser().parseFromString(xhr.responseText, "text/html").querySelector("p.refused");
    say(`■ ${why ? why.textContent : `The console answered ${xhr.status}.`}`);
  });

  document.addEventListener("keydown", (event) => {
    if (document.documentElement.dataset.keys === "off" || event.ctrlKey || event.altKey || event.metaKey || typing(event.target)) return;
    if (going) {
      going = false;
      if (/^[a-z]$/.test(event.key)) follow(event.key);
      return;
    }
    if (event.key === "g") going = true;
    else if (keys[event.key]) {
      event.preventDefault();
      keys[event.key]();
    }
  });
})();
