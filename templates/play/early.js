/* Before the style sheets: the socket opens while the scripts are still on their way, and keeps what it hears for table.js. */
document.documentElement.classList.add("js");
if (new URLSearchParams(location.search).get("plain") !== "1") {
  const { socket, version, talk } = JSON.parse(document.getElementById("table-config").textContent);
  const early = new WebSocket(`${location.origin.replace("http", "ws")}${socket}${socket.includes("?") ? "&" : "?"}since=${version}&talk=${talk ?? 0}`);
  early.heard = [];
  early.onmessage = (event) => early.heard.push([event.data, performance.now()]);
  early.onclose = (event) => { early.code = event.code; };
  window.earlySocket = early;
}
