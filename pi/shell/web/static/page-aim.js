// Aiming the camera: what it sees, what to move, the empty tray, special faces, and a test.
import {html, nothing} from './lit-html.js';
import {camera, picture, start, stop} from './camera.js';
import {diceRow} from './signs.js';
import {ask, changed, isPlayer, state} from './state.js';
import {done, route, say} from './app.js';
import {t} from './texts.js';

const EVERY_MS = 900;
let seen = null;
let timer = 0;
let name = 'goat';

export function enter() {
  start();
  clearTimeout(timer);
  measure();
}

export function leave() {
  stop();
  clearTimeout(timer);
}

async function measure() {
  if (route()[0] !== 'aim') return;
  if (!document.hidden && isPlayer()) {
    const answer = await ask('aim', {do: 'measure'});
    seen = answer.result === 'done' ? answer.data : null;
    changed();
  }
  clearTimeout(timer);
  timer = setTimeout(measure, EVERY_MS);
}

/** The page. */
export function page() {
  if (!timer) { timer = 1; enter(); }
  if (!isPlayer()) return html`<p class="waiting">${t('you need to be a player')}</p>`;
  return html`<div class="split"><div class="main"><section class="card"><h2>${t('What the camera sees')}</h2>
      ${camera(seen?.reading ?? null, {outline: seen?.outline && seen.size[0] === picture.width ? seen.outline : null})}
      </section></div>
    <div class="side">${gauges()}${tray()}${face()}${test()}</div></div>`;
}

/** Where a value lies on its scale, in percent, between stops of [value, percent]. */
function along(value, stops) {
  const at = Math.max(1, stops.findIndex(([stop]) => value <= stop) + 1 || stops.length) - 1;
  const [[low, from], [high, to]] = [stops[Math.max(0, at - 1)], stops[Math.max(1, at)]];
  return Math.max(1, Math.min(99, from + (value - low) / (high - low) * (to - from)));
}

// The colours of the scales change at 20, 35 and 90 percent, of a falling one at 20 and 45.
const LIGHT = [[0, 0], [22, 20], [36, 35], [200, 90], [255, 100]];
const SHARP = [[0, 0], [0.13, 20], [0.2, 35], [0.4, 88], [0.6, 90]];
const GLARE = [[0, 0], [0.004, 20], [0.02, 45], [0.1, 100]];

function gauges() {
  const light = seen ? along(seen.light, LIGHT) : 50;
  const sharp = seen ? along(seen.sharpness, SHARP) : 50;
  const glare = seen ? along(seen.glare, GLARE) : 1;
  const lightWords = !seen ? '…' : light < 20 ? 'too dark: bring a lamp' : light < 35 ? 'a little dark' : light > 90 ? 'very bright: move the lamp away' : 'good';
  const sharpWords = !seen ? '…' : seen.sharpness === 0 ? 'no edge in sight' : sharp < 35 ? 'soft: focus on the tray, clean the lens' : 'sharp';
  const glareWords = !seen ? '…' : glare < 20 ? 'none' : glare < 45 ? 'some: move the lamp to the side' : 'much: move the lamp to the side, use felt';
  const gauge = (label, at, words, kind = '') => html`<div class="gauge ${kind}"><b>${label}</b>
    <span class="scale" role="meter" aria-label=${label} aria-valuemin="0" aria-valuemax="100" aria-valuenow=${Math.round(at)} aria-valuetext=${t(words)}><i .style=${`--at:${at}%`}></i></span><span>${t(words)}</span></div>`;
  return html`<section class="card">${gauge(t('Light'), light, lightWords)}${gauge(t('Sharpness'), sharp, sharpWords)}${gauge(t('Glare'), glare, glareWords, 'falling')}
    <div class="gauge"><b>${t('Dice found')}</b><span>${seen ? seen.reading.dice.length : '…'}
      ${seen?.reading.doubts.length ? html` <span class="is-bad">${seen.reading.doubts.map((doubt) => t(doubt)).join(', ')}</span>` : nothing}</span></div></section>`;
}

function tray() {
  const learn = async () => {
    const answer = await ask('aim', {do: 'learn'});
    if (done(answer)) say(t('Learnt: the tray fills {share} % of the picture.', {share: Math.round(answer.data.share * 100)}));
  };
  return html`<section class="card"><h2>${t('The empty tray')}</h2><p>${seen?.outline ? t('Known: the outline is drawn in the picture.') : t('Not learnt yet.')}</p>
    <p class="quiet">${t('Take everything off the tray, hands as well, and learn it.')}</p><p class="row"><button @click=${learn}>${t('Learn the empty tray')}</button></p></section>`;
}

function face() {
  const teach = async (event) => {
    event.preventDefault();
    const answer = await ask('aim', {do: 'teach', name});
    if (done(answer)) say(t('Learnt {count} of {name}.', {count: answer.data.learnt, name}));
  };
  return html`<section class="card"><h2>${t('A special face')}</h2><p class="quiet">${t('Show the face alone on the tray, press Teach, turn the die a little, and again: five times is good.')}</p>
    <form @submit=${teach} autocomplete="off"><label>${t('Name')}<span class="row"><input maxlength="20" required .value=${name} @input=${(event) => { name = event.target.value; }}><button>${t('Teach')}</button></span></label></form>
    ${(seen?.faces ?? []).map((one) => html`<p class="row">${t('{name}: {examples} examples', one)}
      <button @click=${async () => done(await ask('aim', {do: 'forget', name: one.name}))}>${t('Forget')}</button></p>`)}</section>`;
}

function test() {
  const {rolls, of} = state.test;
  const good = rolls.filter((roll) => roll.accepted).length;
  return html`<section class="card"><h2>${t('Test of ten rolls')}</h2><p class="quiet">${t('Throw ten times. Best before a game: rolls count.')}</p>
    <p aria-live="polite">${t('{count} of {of} thrown, {good} read without asking', {count: rolls.length, of, good})}</p>
    <ol class="rolls">${rolls.map((roll) => html`<li>${diceRow(roll.faces)} <span class="sign ${roll.accepted ? '' : 'bump'}">${roll.accepted ? `✓ ${t('read')}` : `? ${t('asked')}`}</span> <span class="quiet">${roll.doubts.map((doubt) => t(doubt)).join(', ')}</span></li>`)}</ol>
    ${rolls.length === of ? html`<p><b>${good === of ? t('All ten read without asking: well aimed.') : t('Some were doubted: mind the meters above.')}</b></p>` : nothing}
    <p class="row">${state.table?.simulated ? html`<button @click=${async () => done(await ask('tray', {do: 'throw'}))}>${t('Throw')}</button>` : nothing}
      <button @click=${async () => done(await ask('aim', {do: 'test'}))}>${t('Start again')}</button></p></section>`;
}
