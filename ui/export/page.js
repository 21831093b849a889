(function () {
  var turns = Array.prototype.slice.call(document.querySelectorAll("section"));
  var keys = document.getElementById("keys"), where = document.getElementById("where");
  if (!turns.length || !keys) return;
  var at = Math.max(0, turns.findIndex(function (turn) { return "#" + turn.id === location.hash; }));
  function show(n) {
    at = Math.max(0, Math.min(turns.length - 1, n));
    turns.forEach(function (turn, m) { turn.classList.toggle("off", m !== at); });
    where.textContent = (at + 1) + " / " + turns.length;
    keys.querySelectorAll("button").forEach(function (key) {
      key.disabled = key.dataset.go < 0 ? at === 0 : at === turns.length - 1;
    });
  }
  keys.addEventListener("click", function (event) {
    var go = event.target.dataset && event.target.dataset.go;
    if (go) show(at + Number(go));
  });
  document.addEventListener("keydown", function (event) {
    var go = { ArrowLeft: -1, ArrowRight: 1, Home: -1e6, End: 1e6 }[event.key];
    if (go) { show(at + go); event.preventDefault(); }
  });
  keys.hidden = false;
  show(at);
})();
