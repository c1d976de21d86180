// The games kept: lists, one game turn by turn, statistics, import, export, deleting with undo.
import {html, svg, nothing} from './lit-html.js';
import {board, Herd} from './board.js';
import {badge, letters} from './signs.js';
import {chanceLines, log, scoreTable} from './sheets.js';
import {costlyTurns} from './review.js';
import {ask, changed, get, isPlayer, state} from './state.js';
import {done, isNarrow, route, say} from './app.js';
import {currentLanguage, t} from './texts.js';

const herd = new Herd();
const PAGE = 25;
let list = null;
let isAway = false;
let chosen = new Set();
let game = null;
let turn = 0;
let review = null;
let better = null;
let statistics = null;
let working = 0;

/** Looks at the list anew. */
export function enter() {
  list = null;
  game = null;
}

/** The page. */
export function page() {
  const id = route()[1];
  if (id) return one(id);
  if (!list) load(0);
  watchWork();
  return html`<div class="split"><div class="main">${games()}</div><div class="side">${figures()}</div></div>`;
}

async function load(from) {
  list ??= {games: [], total: 0, from};
  try {
    list = await get(`games?from=${from}&away=${isAway ? 1 : 0}`);
  } catch (error) {
    say(t('This does not go: {why}', {why: error.message}), true);
  }
  changed();
}

const day = (text) => new Date(text).toLocaleString(currentLanguage(), {dateStyle: 'medium', timeStyle: 'short'});

function games() {
  const away = (value) => { isAway = value; chosen = new Set(); load(0); };
  const toggle = (id) => { if (!chosen.delete(id)) chosen.add(id); changed(); };
  return html`<section class="card"><h2>${isAway ? t('Put away') : t('Games kept')}</h2>
    ${list.games.length ? html`<div class="scroll"><table class="list"><tbody>${list.games.map((one) => html`<tr>
      <td>${isPlayer() ? html`<input type="checkbox" .checked=${chosen.has(one.id)} @change=${() => toggle(one.id)} aria-label=${t('Select {name}', {name: one.id})}>` : nothing}</td>
      <td><a href="/games/${one.id}">${day(one.started_at)}</a>${one.id.startsWith('i') ? html` <span class="sign">${t('From elsewhere')}</span>` : nothing}</td>
      <td>${one.names.map((name, seat) => html`<span class="sign">${one.ranking[0].includes(seat) && one.over ? '★ ' : ''}${name} <b>${one.totals[seat]}</b></span> `)}</td>
      <td class="quiet">${one.over ? t('{turns} turns', {turns: one.turns}) : t('running')}</td></tr>`)}</tbody></table></div>` : html`<p class="quiet">${t('No games here.')}</p>`}
    <p class="row">
      ${list.from > 0 ? html`<button @click=${() => load(Math.max(0, list.from - PAGE))}>${t('Newer')}</button>` : nothing}
      ${list.from + PAGE < list.total ? html`<button @click=${() => load(list.from + PAGE)}>${t('Older')}</button>` : nothing}
      ${isPlayer() ? html`<button ?disabled=${!chosen.size} @click=${() => put(isAway ? 'restore' : 'remove')}>${isAway ? t('Bring back') : t('Delete')}</button>` : nothing}
      <button @click=${() => away(!isAway)}>${isAway ? t('Games kept') : t('Put away')}</button>
      <a class="button" href="/api/games/all/export.json" download>${t('Export all')}</a>
      ${isPlayer() ? html`<label class="button">${t('Import')}<input class="sr" type="file" accept=".json,.jsonl" @change=${take}></label>` : nothing}</p>
    ${work('import')}</section>`;
}

async function put(what) {
  const ids = [...chosen];
  chosen = new Set();
  if (!done(await ask('games/away', {do: what, ids}))) return;
  await load(list.from);
  const undo = async () => { done(await ask('games/away', {do: what === 'remove' ? 'restore' : 'remove', ids})); load(list.from); };
  if (what === 'remove') say(t('Deleted {count}.', {count: ids.length}), false, {label: t('Undo'), run: undo});
}

async function take(event) {
  const [file] = event.target.files;
  event.target.value = '';
  if (!file) return;
  const response = await fetch('/api/games/import', {method: 'POST', body: file}).catch(() => null);
  begun(response && await response.json(), 'import');
}

let kind = '';
function begun(answer, what) {
  if (!answer || answer.result !== 'done') { done(answer ?? {result: 'failed', why: 'offline'}); return; }
  working = answer.data;
  kind = what;
  changed();
}

/** Takes the result of the long work that this page began. */
function watchWork() {
  const {job} = state;
  if (!working || job?.job !== working || !job.is_over) return;
  working = 0;
  if (job.why) { say(t('This does not go: {why}', {why: job.why}), true); return; }
  if (kind === 'statistics') { statistics = job.data; return; }
  const left = job.data.wrong_count ? ` ${t('{count} left out: {why}', {count: job.data.wrong_count, why: job.data.wrong[0]})}` : '';
  say(t('{count} games read in.', {count: job.data.new.length}) + left, Boolean(left));
  load(0);
}

const work = (what) => working && kind === what
  ? html`<p aria-live="polite">${t('Working: {done} of {of}', {done: state.job?.done ?? 0, of: state.job?.of ?? '…'})}<progress aria-label=${t('Working: {done} of {of}', {done: 0, of: 1})} max=${state.job?.of ?? 1} value=${state.job?.done ?? 0}></progress></p>` : nothing;

function figures() {
  return html`<section class="card"><h2>${t('Statistics')}</h2>
    <p class="row"><button ?disabled=${Boolean(working)} @click=${async () => begun(await ask('games/statistics', {}), 'statistics')}>${t('Work out')}</button></p>${work('statistics')}
    ${statistics ? html`<div class="bars">${statistics.map(player)}</div>` : nothing}</section>`;
}

function player(one) {
  const most = Math.max(...one.scores, 1);
  const width = 200 / one.scores.length;
  const luck = one.gained - one.expected;
  const reach = Math.min(98, Math.abs(luck) / Math.max(one.expected, 1) * 400);
  return html`<div class="player"><b>${one.name}</b>
    <svg class="spark" viewBox="0 0 200 48" preserveAspectRatio="none" role="img" aria-label="${t('Scores of {name}', {name: one.name})}: ${one.scores.join(', ')}">
      ${one.scores.map((score, index) => svg`<rect x=${index * width + 0.5} width=${Math.max(1, width - 1)} y=${46 - score / most * 44} height=${score / most * 44 + 2}/>`)}</svg>
    <span class="quiet">${t('luck of the dice')}</span>
    <svg class="spark luck-bar" viewBox="-100 0 200 14" preserveAspectRatio="none" role="img" aria-label=${t('gained {gained}, expected {expected}', one)}>
      <rect class=${luck < 0 ? 'unlucky' : 'luck'} x=${luck < 0 ? -reach : 0} width=${reach} y="1" height="12"/><line class="grid" y1="0" y2="14"/></svg>
    <dl><div><dt>${t('games')}</dt><dd>${one.games}</dd></div><div><dt>${t('wins')}</dt><dd>${one.wins}</dd></div><div><dt>${t('mean')}</dt><dd>${one.mean}</dd></div><div><dt>${t('best')}</dt><dd>${one.best}</dd></div></dl>
    <span class="quiet">${one.rival ? html`${t('rival')}: ${t('{won} of {games} against {name}', one.rival)}. ` : nothing}${t('gained {gained}, expected {expected}', one)}</span></div>`;
}

/** One game, with the board after every turn. */
function one(id) {
  if (game?.id !== id) {
    game = {id};
    review = null;
    better = null;
    get(`games/${encodeURIComponent(id)}`).then((told) => { game = told; turn = told.turns.length; changed(); },
      (error) => { game = {id, why: error.message}; changed(); });
  }
  if (game.why) return html`<p class="waiting">${game.why} <a href="/games">${t('Back to the games')}</a></p>`;
  if (!game.boards) return html`<p class="waiting">…</p>`;
  const position = turn === game.turns.length ? game.position : game.boards[turn];
  const to = (number) => { better = null; turn = Math.max(0, Math.min(game.turns.length, number)); changed(); };
  const played = game.turns[turn - 1];
  return html`<div class="split"><div class="main">${board(better?.board ?? position, herd, {choice: better?.better ?? null, isNarrow: isNarrow()})}
      <section class="card"><div class="stepper"><button aria-label=${t('Back')} @click=${() => to(turn - 1)}>◀</button>
        <input type="range" min="0" max=${game.turns.length} .value=${String(turn)} aria-label=${t('Turn by turn')} @input=${(event) => to(Number(event.target.value))}>
        <button aria-label=${t('Next')} @click=${() => to(turn + 1)}>▶</button></div>
        <p>${played ? html`${t('Turn {number}', {number: turn})}: ${badge(position.players[played.seat].colour, letters(position.players)[played.seat])} ${position.players[played.seat].name}` : t('Start')}</p></section></div>
    <div class="side"><p class="row"><a class="button" href="/games">← ${t('Back to the games')}</a><a class="button" href="/api/games/${id}/export.json" download>JSON</a><a class="button" href="/api/games/${id}/export.csv" download>CSV</a></p>
      <section class="card"><h2>${t('Scores')}</h2>${scoreTable(game.position, game.sheet)}</section>
      ${game.turns.length && game.position.over ? html`<section class="card"><h2>${t('Chance to win')}</h2>${chanceLines(game)}</section>` : nothing}
      ${game.turns.length && game.position.over ? html`<section class="card"><h2>${t('Costly turns')}</h2>${lookedBack(id)}</section>` : nothing}
      <section class="card"><h2>${t('Turn by turn')}</h2>${log(game.turns, game.position, {selected: turn, act: (one) => html`<button aria-label=${t('Turn {number}', {number: one.number})} @click=${() => to(one.number)}>▸</button>`})}</section></div></div>`;
}

/** The turns that cost most: pointing one out puts the board before it, with what would have been better. */
function lookedBack(id) {
  const look = async () => {
    review = {turns: null};
    const told = await get(`games/${encodeURIComponent(id)}/review`).catch((error) => { say(t('This does not go: {why}', {why: error.message}), true); return null; });
    if (game.id === id) review = told && {turns: told};
    changed();
  };
  if (!review) return html`<button @click=${look}>${t('Look back')}</button>`;
  if (!review.turns) return html`<p class="waiting">…</p>`;
  return costlyTurns(review.turns, better?.number, (one) => { better = one; if (one) turn = one.number - 1; changed(); });
}
