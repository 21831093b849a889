// Keeps a page as the box has it: parts that changed come over a WebSocket, and keys are sent back by their ids.
"use strict";
(() => {
  const body = document.body, away = document.getElementById("away");
  let socket = null, page = 0, wait = 200, timer = 0, beat = 0;

  const say = (words) => { away.hidden = !words; if (away.textContent !== words) away.textContent = words; };

  // A key that had the focus keeps it, by its id, when the part around it is drawn anew; else the first key there has it.
  const put = (name, html) => {
    const part = document.getElementById(name);
    if (!part) return;
    const held = part.contains(document.activeElement) ? document.activeElement.dataset.key : undefined;
    part.innerHTML = html;
    if (held === undefined) return;
    const again = part.querySelector(`[data-key="${held}"]:not([disabled])`) || part.querySelector("[data-key]:not([disabled])");
    (again || document.getElementById("side")).focus({preventScroll: !again});
  };

  // What was shown is nobody's any longer, and is not left standing on a phone that is handed on.
  const putAway = () => {
    for (const part of document.querySelectorAll("[data-part]")) part.replaceChildren();
    document.title = "Zo Companion";
  };

  const connect = () => {
    clearTimeout(timer);
    if (socket && socket.readyState <= 1) return;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    socket = new WebSocket(`${scheme}://${location.host}/live/${body.dataset.live}`);
    socket.onmessage = (message) => {
      const told = JSON.parse(message.data);
      wait = 200; beat = Date.now(); say("");
      if (told.page !== undefined) page = told.page;
      for (const [name, html] of Object.entries(told.parts || {})) put(name, html);
      if (told.title) document.title = told.title;
      body.classList.remove("sent");
    };
    socket.onclose = (event) => {
      socket = null; body.classList.remove("sent");
      if (event.code === 4401) { putAway(); say(body.dataset.gone); return; }
      say(body.dataset.away);
      timer = setTimeout(connect, wait); wait = Math.min(wait * 2, 2000);
    };
  };

  const press = (key) => {
    if (!socket || socket.readyState !== 1 || key.disabled || !key.dataset.key) return;
    body.classList.add("sent");
    socket.send(JSON.stringify({page, key: key.dataset.key}));
  };

  document.addEventListener("click", (event) => {
    const key = event.target.closest("[data-key]");
    if (key) press(key);
  });
  document.addEventListener("keydown", (event) => {
    const key = event.target.closest("rect[data-key]");
    if (key && (event.key === "Enter" || event.key === " ")) { event.preventDefault(); press(key); }
  });
  // A phone that was asleep or out of reach asks at once, whatever its browser believes of the connection.
  const wake = () => {
    if (document.visibilityState === "hidden" || away.textContent === body.dataset.gone) return;
    if (socket && (socket.readyState === 0 || (socket.readyState === 1 && Date.now() - beat < 5000))) return;
    if (socket) { socket.onclose = null; socket.close(); socket = null; }
    wait = 200; connect();
  };
  document.addEventListener("visibilitychange", wake);
  addEventListener("pageshow", wake);
  addEventListener("online", wake);
  connect();
})();
