// The line to the server: it comes back by itself after a fall, a little later each time.

const FIRST_WAIT_MS = 400;
const LONGEST_WAIT_MS = 10000;

/**
 * Open a line to a path of this site; return how to send. `heard` gets every message, `changed` whether it is open.
 * @param {string} path
 * @param {{ heard: (message: any) => void, changed: (open: boolean) => void }} told
 */
export function connect(path, { heard, changed }) {
  /** @type {WebSocket | null} */
  let socket = null;
  let wait = FIRST_WAIT_MS;
  let ended = false;
  /** @type {number | null} */
  let timer = null;

  function open() {
    timer = null;
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    socket = new WebSocket(`${scheme}//${location.host}${path}`);
    socket.addEventListener("open", () => {
      wait = FIRST_WAIT_MS;
      changed(true);
    });
    socket.addEventListener("message", (event) => heard(JSON.parse(event.data)));
    socket.addEventListener("close", () => {
      if (!ended && timer === null) timer = setTimeout(open, wait);
      wait = Math.min(LONGEST_WAIT_MS, wait * 1.8);
      changed(false);
    });
  }

  function retry() {
    if (ended || timer === null) return;
    clearTimeout(timer);
    open();
  }

  addEventListener("online", retry);
  document.addEventListener("visibilitychange", () => document.hidden || retry());
  open();
  return {
    /** Come back no more. */
    stop() {
      ended = true;
    },
    /** @param {object} words */
    send(words) {
      if (socket?.readyState !== WebSocket.OPEN) return false;
      socket.send(JSON.stringify(words));
      return true;
    },
  };
}
