// What is known of the table, and how the page learns of it and asks for things.
// The shapes of all messages are declared in messages.js.

/** @typedef {import('./messages.js').GameNews} GameNews */
/** @typedef {import('./messages.js').TableNews} TableNews */

export const state = {
  /** @type {'player'|'viewer'|'stranger'|null} */ role: null,
  /** @type {GameNews|null} */ game: null,
  /** @type {TableNews|null} */ table: null,
  /** @type {{rolls: Array<object>, of: number}} */ test: {rolls: [], of: 10},
  /** @type {object|null} */ job: null,
  isOnline: false,
};

const listeners = new Set();
let isDue = false;

/** Calls `listener` after every change, at most once a frame. */
export function onChange(listener) {
  listeners.add(listener);
}

/** Tells that something changed. */
export function changed() {
  if (isDue) return;
  isDue = true;
  // A hidden page draws no frames.
  const soon = document.hidden ? (run) => setTimeout(run, 50) : requestAnimationFrame;
  soon(() => {
    isDue = false;
    listeners.forEach((listener) => listener());
  });
}

/** @type {EventSource|null} */
let source = null;

/** Finds out who is looking, and begins to listen. */
export async function connect() {
  listen(); // without waiting: the first view is sooner, and a stranger is only refused
  try {
    const hello = await (await fetch('/api/hello')).json();
    state.role = hello.role;
  } catch {
    setTimeout(connect, 1500);
    return;
  }
  listen();
  changed();
}

function listen() {
  if (source || document.hidden || state.role === 'stranger') return;
  source = new EventSource('/api/news');
  for (const topic of ['game', 'table', 'test', 'job']) {
    source.addEventListener(topic, (event) => {
      state[topic] = JSON.parse(event.data);
      changed();
    });
  }
  source.onopen = () => { state.isOnline = true; changed(); };
  source.onerror = () => {
    state.isOnline = false;
    // The browser tries again by itself unless the server refused.
    if (source?.readyState === EventSource.CLOSED) {
      source = null;
      if (state.role !== 'stranger') setTimeout(connect, 1500);
    }
    changed();
  };
}

// A page that nobody looks at costs the device nothing.
document.addEventListener('visibilitychange', () => {
  if (document.hidden) {
    source?.close();
    source = null;
  } else if (state.role) {
    listen();
  }
});

/**
 * Asks for something.
 * @param {string} path under /api/
 * @param {object} ask
 * @returns {Promise<import('./messages.js').Answer>}
 */
export async function ask(path, ask) {
  try {
    const response = await fetch(`/api/${path}`, {
      method: 'POST', headers: {'content-type': 'application/json'}, body: JSON.stringify(ask),
    });
    if (response.status === 429 && path !== 'pair') return {result: 'failed', why: 'too many requests'};
    const answer = await response.json();
    if (response.status === 401) { state.role = 'stranger'; changed(); }
    return answer;
  } catch {
    return {result: 'failed', why: 'offline'};
  }
}

/** Gets JSON; throws when there is none. */
export async function get(path) {
  const response = await fetch(`/api/${path}`);
  if (!response.ok) throw new Error((await response.json().catch(() => ({}))).why ?? response.statusText);
  return response.json();
}

/** Whether this browser may change anything. */
export const isPlayer = () => state.role === 'player';
