// Keeps a page of the club fresh: what a table shows is put in as text, a list that has changed is read anew.
"use strict";
(() => {
  const kind = document.body.dataset.live;
  if (!kind || !("WebSocket" in window)) return;
  let wait = 1000;

  function put(table) {
    const row = document.querySelector(`[data-box="${CSS.escape(table.box)}"]`);
    if (!row || Number(row.dataset.n) >= table.n) return;
    row.dataset.n = table.n;
    row.className = `table ${table.state}`;
    for (const part of row.querySelectorAll("[data-of]")) {
      const text = table[part.dataset.of];
      if (part.textContent !== text) part.textContent = text;
    }
    const words = document.getElementById("words").dataset;
    const seats = row.querySelector(".seats");
    seats.replaceChildren(...table.players.map((player) => {
      const seat = document.createElement("li");
      const name = document.createElement("bdi");
      name.textContent = player.name;
      seat.append(name);
      if (player.turn) {
        seat.className = "turn";
        const sign = document.createElement("span");
        sign.textContent = table.state === "over" ? words.won : words.turn;
        seat.append(" ", sign);
      }
      return seat;
    }));
  }

  async function readAgain() {
    const main = document.getElementById("content");
    // What somebody is typing stays as it is.
    const at = document.activeElement;
    if (at && main.contains(at) && at.matches("input, select, textarea")) return;
    const answer = await fetch(location.href, { credentials: "same-origin" });
    if (!answer.ok) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const kept = at && main.contains(at) ? at.id || at.getAttribute("href") : null;
    const scrolled = window.scrollY;
    main.replaceChildren(...page.getElementById("content").childNodes);
    document.getElementById("broker").replaceWith(page.getElementById("broker"));
    window.scrollTo(0, scrolled);
    if (kept) {
      const again = document.getElementById(kept) || document.querySelector(`#content a[href="${CSS.escape(kept)}"]`);
      if (again) again.focus({ preventScroll: true });
    }
  }

  function listen(afresh) {
    const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/live?${kind}`);
    socket.onopen = () => {
      wait = 1000;
      if (afresh) readAgain();
    };
    socket.onmessage = (message) => {
      const told = JSON.parse(message.data);
      (told.tables || []).forEach(put);
      if (told.again) {
        readAgain();
        if (kind.startsWith("tables")) {
          socket.onclose = null;
          socket.close();
          listen(false);
        }
      }
    };
    socket.onclose = () => {
      const broker = document.getElementById("broker");
      if (broker) broker.className = "trouble";
      setTimeout(() => listen(true), wait);
      wait = Math.min(wait * 2, 30000);
    };
  }

  listen(false);
})();
