// The camera's picture with what was read drawn on it; on the simulated tray its dice can be handled.
import {html, svg, nothing} from './lit-html.js';
import {changed, state} from './state.js';
import {t} from './texts.js';

const PAUSE_MS = 90;
let running = null;
/** The picture's address, and the size of the frame it was made from; readings are in its pixels. */
export const picture = {url: null, width: 640, height: 480, isGone: false};

/** Shows live pictures until `stop`. One at a time: a slow network gets fewer. */
export function start() {
  if (running) return;
  running = {};
  follow(running);
}

/** Ends the live pictures. */
export function stop() {
  running = null;
}

/** A run ends for good once stopped, even if the next one began while it paused. */
async function follow(run) {
  while (run === running) {
    if (!document.hidden && state.table?.camera) await next().catch(() => pause(800));
    await pause(picture.isGone ? 800 : PAUSE_MS);
  }
}

const pause = (length) => new Promise((resolve) => setTimeout(resolve, length));

async function next() {
  const response = await fetch('/api/picture');
  const wasGone = picture.isGone;
  picture.isGone = response.status !== 200;
  if (picture.isGone) {
    await pause(400);
    if (!wasGone) changed();
    return;
  }
  const url = URL.createObjectURL(await response.blob());
  const image = new Image();
  image.src = url;
  await image.decode();
  const [width, height] = response.headers.get('x-frame-size').split(' ').map(Number);
  const isFirst = !picture.url || wasGone || picture.width !== width;
  const old = picture.url;
  Object.assign(picture, {url, width, height});
  const shown = document.querySelector('.camera img');
  if (shown && !isFirst) shown.src = url;
  else changed();
  if (old) setTimeout(() => URL.revokeObjectURL(old), 1000);
}

/**
 * The picture.
 * @param {object|null} reading what to draw on it, in the shape of `goatherd read`
 * @param {object} options `outline`: of the tray; `die`: draws more on each die
 */
export function camera(reading, {outline = null, die = () => nothing} = {}) {
  if (!state.table?.camera) return html`<p class="quiet">${t('There is no camera')}</p>`;
  const {width, height} = picture;
  const scale = width / 640;
  return html`<div class="camera">
    ${picture.url && !picture.isGone ? html`<img alt=${t('What the camera sees')} src=${picture.url} width="640" height="480">` : html`<p class="no-picture">${picture.isGone ? t('The camera gives no picture') : '…'}</p>`}
    <svg viewBox="0 0 ${width} ${height}" aria-label=${t('Dice found')} role="group">
      ${outline ? svg`<polygon class="outline" points=${outline.map((point) => point.join(',')).join(' ')}/>` : nothing}
      ${(reading?.dice ?? []).map((one, index) => svg`<g class="found ${one.confidence > 0.95 && one.face !== null ? '' : 'is-unsure'}">
        <polygon points=${one.corners.map((corner) => corner.join(',')).join(' ')}/>
        <g transform="translate(${one.centre[0]} ${Math.min(...one.corners.map((corner) => corner[1])) - 10 * scale})">
          <rect x=${-15 * scale} y=${-22 * scale} width=${30 * scale} height=${26 * scale} rx=${6 * scale}/>
          <text text-anchor="middle" y=${-2 * scale} font-size=${20 * scale}>${one.face ?? '?'}</text></g>
        ${die(one, index, scale)}</g>`)}
    </svg></div>`;
}
