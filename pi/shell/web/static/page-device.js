// The device itself: display, buttons, camera, and hands on a simulated tray.
import {html, svg, nothing} from './lit-html.js';
import {camera, picture, start, stop} from './camera.js';
import {die as dieSign} from './signs.js';
import {ask, changed, isPlayer, state} from './state.js';
import {done} from './app.js';
import {t} from './texts.js';

export const enter = start;
export const leave = stop;

const HOLD_MS = 550;
const KEYS = {ArrowDown: 'next', ArrowRight: 'next', n: 'next', ArrowUp: 'back', ArrowLeft: 'back', b: 'back', Enter: 'ok', o: 'ok', Backspace: 'undo', u: 'undo'};
const LABELS = {back: 'Back', next: 'Next', ok: 'OK', undo: 'Undo'};
let selected = new Set();
let dragged = null;
let reading = null;

/** The page. */
export function page() {
  start();
  if (!state.table) return html`<p class="waiting">${t('Waiting for the device')}</p>`;
  if (reading !== state.table.reading) {
    reading = state.table.reading;
    selected = new Set();
    dragged = null;
  }
  return html`<div class="split"><div class="main">
      <section class="card"><h2>${t('What the camera sees')}</h2>${camera(reading, {die: state.table.simulated && isPlayer() ? handle : undefined})}
      ${reading?.doubts.length ? html`<p class="is-bad">${reading.doubts.map((doubt) => t(doubt)).join(', ')}</p>` : nothing}
      ${state.table.simulated && isPlayer() ? hands() : nothing}</section>
    </div><div class="side">${device()}</div></div>`;
}

/** Draws the display once the page is there. */
export function drawn() {
  const canvas = document.querySelector('canvas.display');
  if (!canvas || !state.table || canvas.dataset.pixels === state.table.pixels) return;
  canvas.dataset.pixels = state.table.pixels;
  const bits = atob(state.table.pixels);
  const context = canvas.getContext('2d');
  const image = context.createImageData(128, 64);
  for (let index = 0; index < 128 * 64; index++) {
    const isLit = bits.charCodeAt(index >> 3) & (128 >> (index & 7));
    image.data.set(isLit ? [205, 235, 255, 255] : [6, 9, 14, 255], index * 4);
  }
  context.putImageData(image, 0, 0);
}

const press = async (button, held) => done(await ask('table', {do: 'press', button, held, shown: state.table.shown}));

function device() {
  let timer = 0;
  let wasHeld = false;
  const down = (event, button) => {
    if (event.button) return;
    wasHeld = false;
    clearTimeout(timer);
    timer = setTimeout(() => { wasHeld = true; press(button, true); }, HOLD_MS);
  };
  const key = (event) => {
    if (event.target.tagName === 'BUTTON' && event.key === 'Enter' && !event.shiftKey) return;
    const button = KEYS[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!button || event.ctrlKey || event.altKey || event.metaKey || event.repeat) return;
    event.preventDefault();
    press(button, event.shiftKey);
  };
  return html`<section class="card device" @keydown=${isPlayer() ? key : nothing} tabindex="0" aria-label=${t('Device')}>
    <canvas class="display" width="128" height="64" role="img" aria-label=${t('The display')} aria-describedby="display-words"></canvas>
    <div id="display-words" class="sr" aria-live="polite">${state.table.rows.join('. ')}</div>
    ${isPlayer() ? html`<div class="buttons">${Object.entries(LABELS).map(([button, label]) => html`<button class="key ${button}"
        @pointerdown=${(event) => down(event, button)} @pointerup=${() => clearTimeout(timer)} @pointercancel=${() => clearTimeout(timer)}
        @contextmenu=${(event) => event.preventDefault()}
        @click=${(event) => { clearTimeout(timer); if (!wasHeld) press(button, event.shiftKey); wasHeld = false; }}>${t(label).toUpperCase()}</button>`)}</div>
      <p class="quiet">${t('Hold a button for its second meaning')}. ${t('Keys here: arrows, Enter, Backspace; with Shift: held')}.</p>` : nothing}
  </section>`;
}

// Hands on the simulated tray.

const tray = async (command) => done(await ask('tray', command));

const groupOf = (index) => reading.groups.find((group) => group.includes(index)) ?? [index];

const isSaga = () => Boolean(state.game?.position?.rules.includes('saga'));

/** A throw; in the Saga the dice have a goat in place of the 1. */
const throwing = () => isSaga()
  ? {do: 'throw', faces: Array.from({length: 4}, () => ['goat', 2, 3, 4, 5, 6][Math.floor(6 * Math.random())])} : {do: 'throw'};

/** Pushes the dice so that they lie in these groups of indexes. */
function push(groups) {
  selected = new Set();
  return tray({do: 'push', groups: groups.filter((group) => group.length).map((group) => group.map((index) => reading.dice[index].face))});
}

/** Puts dice into one group, taking them out of theirs. */
function together(indexes) {
  const rest = reading.groups.map((group) => group.filter((index) => !indexes.includes(index)));
  return push([indexes, ...rest]);
}

/** Parts a die from its group. */
const apart = (indexes) => push([...indexes.map((index) => [index]), ...reading.groups.map((group) => group.filter((index) => !indexes.includes(index)))]);

/** What lies over each die: it can be dragged, and selected by click or key. */
function handle(one, index, scale) {
  if (typeof one.face !== 'number' && one.face !== 'goat') return nothing;
  const isDragged = dragged?.index === index;
  const [x, y] = isDragged ? [dragged.x, dragged.y] : one.centre;
  const size = 34 * scale;
  return svg`<g class="grip ${selected.has(index) ? 'is-selected' : ''} ${isDragged ? 'is-dragged' : ''}" transform="translate(${x} ${y})" tabindex="0" role="checkbox"
    aria-checked=${selected.has(index)} aria-label=${t('Die {face}', {face: one.face})}
    @pointerdown=${(event) => grab(event, index)} @pointermove=${move} @pointerup=${drop} @pointercancel=${() => { dragged = null; changed(); }}
    @keydown=${(event) => { if (event.key === ' ' || event.key === 'Enter') { event.preventDefault(); toggle(index); } }}>
    <rect x=${-size} y=${-size} width=${2 * size} height=${2 * size} rx=${10 * scale}/></g>`;
}

function toggle(index) {
  if (!selected.delete(index)) selected.add(index);
  changed();
}

const spot = (event) => {
  const box = event.target.closest('svg').getBoundingClientRect();
  return {x: (event.clientX - box.left) / box.width * picture.width, y: (event.clientY - box.top) / box.height * picture.height};
};

function grab(event, index) {
  event.target.setPointerCapture(event.pointerId);
  dragged = {index, ...spot(event), from: spot(event)};
}

function move(event) {
  if (!dragged) return;
  Object.assign(dragged, spot(event));
  changed();
}

function drop() {
  if (!dragged) return;
  const {index, x, y, from} = dragged;
  dragged = null;
  changed();
  const size = 80 * picture.width / 640;
  if (Math.hypot(x - from.x, y - from.y) < size / 5) return toggle(index);
  const near = reading.dice
    .map((one, other) => ({other, far: Math.hypot(one.centre[0] - x, one.centre[1] - y)}))
    .filter(({other, far}) => other !== index && far < size * 1.3).sort((a, b) => a.far - b.far)[0];
  if (near) {
    if (!groupOf(index).includes(near.other)) together([index, ...groupOf(near.other).filter((other) => other !== index)]);
  } else if (groupOf(index).length > 1) {
    apart([index]);
  }
}

const MISHAPS = ['nudge', 'bump', 'shake', 'hand', 'card', 'sleeve', 'leave', 'switch', 'dim'];

function hands() {
  const isCovered = state.table.tray === 'blocked';
  const dice = [...selected].filter((index) => reading?.dice[index]);
  return html`<div class="hands">
    <p class="row"><button class="primary" @click=${() => tray(throwing())}>${t('Throw')}</button>
      <button @click=${() => tray({do: 'hand', what: 'clear'})}>${t('Clear')}</button>
      <button @click=${() => tray({do: 'hand', what: isCovered ? 'uncover' : 'cover'})}>${isCovered ? t('Uncover') : t('Cover')}</button></p>
    <p class="quiet">${t('Drag dice together to group them, apart to part them')}.</p>
    <p class="row">
      <button ?disabled=${dice.length < 2} @click=${() => together(dice)}>${t('Group the selected dice')}</button>
      <button ?disabled=${!dice.length} @click=${() => apart(dice)}>${t('Part the selected dice')}</button></p>
    ${dice.length === 1 ? html`<p class="row">${t('Turn to')} ${[isSaga() ? 'goat' : 1, 2, 3, 4, 5, 6].map((face) => html`<button class="die-button" aria-label="${t('Turn to')} ${face}"
      @click=${() => tray({do: 'turn', face: reading.dice[dice[0]].face, to: face})}>${dieSign(face)}</button>`)}</p>` : nothing}
    <details><summary>${t('Mishaps')}</summary><p class="row">${MISHAPS.map((what) => html`<button @click=${() => tray({do: 'disturb', what})}>${t(what)}</button>`)}
      <button @click=${() => tray({do: 'hand', what: 'straighten'})}>${t('Straighten')}</button>
      <button @click=${() => tray({do: 'plug', plugged: false})}>${t('Pull the camera’s cable')}</button>
      <button @click=${() => tray({do: 'plug', plugged: true})}>${t('Put the cable back')}</button></p></details></div>`;
}
