/* The line on which the console tells what changes: one for all tabs of a browser, in a worker that they share, since
   a browser has six lines to a host; where there are no such workers, one for the page that is looked at. */
"use strict";
(() => {
  const GIVE_UP = 3;

  /* `tell` gets { rows, trouble }, { over } or { lost }. */
  const line = (tell) => {
    const standing = new Map();
    let source = null;
    let failures = 0;

    const close = () => {
      if (source) source.close();
      source = null;
      standing.clear();
    };
    const end = (said) => {
      close();
      tell(said);
    };
    const heard = (rows, trouble) => {
      failures = 0;
      for (const row of rows) standing.set(row[0], row);
      tell({ rows, trouble });
    };
    const open = () => {
      if (source) return;
      failures = 0;
      source = new EventSource("/live");
      source.onmessage = (event) => heard(JSON.parse(event.data), "");
      source.addEventListener("beat", (event) => heard([], JSON.parse(event.data)));
      source.addEventListener("over", () => end({ over: true }));
      source.onerror = () => {
        failures += 1;
        if (failures >= GIVE_UP || source.readyState === EventSource.CLOSED) end({ lost: true });
      };
    };
    return { open, close, standing };
  };

  if (!("onconnect" in self)) {
    self.line = line;
    return;
  }
  const tabs = new Set();
  const shared = line((said) => tabs.forEach((tab) => tab.postMessage(said)));
  const acts = (tab) => ({
    come: () => {
      tabs.add(tab);
      if (shared.standing.size) tab.postMessage({ rows: [...shared.standing.values()], trouble: "" });
      shared.open();
    },
    gone: () => {
      tabs.delete(tab);
      if (!tabs.size) shared.close();
    },
  });
  self.onconnect = ({ ports: [tab] }) => {
    const may = acts(tab);
    tab.onmessage = ({ data }) => may[data]();
  };
})();
