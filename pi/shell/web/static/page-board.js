// The board, whose turn it is, what can be done, and how it stands.
import {html, nothing} from './lit-html.js';
import {board, Herd, placeText} from './board.js';
import {badge, diceRow, factSigns, letters} from './signs.js';
import {ask, changed, isPlayer, state} from './state.js';
import {chanceLines, log, scoreTable} from './sheets.js';
import {reasonText} from './reasons.js';
import {done, isNarrow} from './app.js';
import {t, told} from './texts.js';

const herd = new Herd();
let pointed = null;
let picked = null;
let about = -1;
let opened = new Set();
let isBeginning = false;
let taking = null;
let review = null;

// What is needed before or after a game comes when it is.
const later = {};
function needed(name) {
  later[name] ??= import(name).then((module) => { later[name] = module; changed(); });
  return later[name] instanceof Promise ? null : later[name];
}

/** The page. */
export function boardPage() {
  const {game, table} = state;
  if (!game || !table) return html`<p class="waiting">${t('Waiting for the device')}</p>`;
  if (!game.position?.over) isBeginning = false;
  if (!game.position || table.phase === 'set-up' || isBeginning) return needed('./page-setup.js')?.setUp(table.phase === 'set-up' ? null : leave) ?? waiting();
  if (about !== game.number) {
    about = game.number;
    pointed = null;
    opened = new Set();
    taking = null;
    review = null;
    picked = game.choices.length ? table.selected ?? 0 : null;
  }
  const shown = pointed ?? picked;
  const seen = review?.shown;
  return html`<div class="split">
    <div class="main">
      ${board(seen?.board ?? game.position, herd, {choice: seen?.better ?? preview() ?? (shown === null ? null : game.choices[shown]), isNarrow: isNarrow()})}
      ${game.cards.length ? cards(game.cards) : nothing}
      ${isNarrow() ? nothing : chances()}
    </div>
    <div class="side">
      ${now()}
      ${game.choices.length ? choices() : nothing}
      ${isPlayer() && game.redeploys.length ? redeploys() : nothing}
      ${game.position.over ? lookedBack() : nothing}
      <section class="card"><h2>${t('Scores')}</h2>${scoreTable(game.position, game.sheet)}</section>
      ${isNarrow() ? chances() : nothing}
      <section class="card"><h2>${t('What happened')}</h2>${log(game.turns, game.position, {since: game.taken_back})}</section>
    </div></div>`;
}

/** The cards in play, with what they do. */
const cards = (list) => html`<section class="card"><h2>${t('Cards in play')}</h2><ul class="cards">${list.map((card) => html`<li>
  <h3><b class="code-sign ${card.row.kind}">${card.row.code}</b> ${card.row.name} <span class="quiet">${told(card.kind)}${card.lies ? ` · ${t('above {mountain}', {mountain: card.lies})}` : ''}</span></h3>
  ${told(card.sentences).map((sentence) => html`<p>${sentence}</p>`)}</li>`)}</ul></section>`;

const chances = () => state.game.turns.length && state.game.start_chances.length
  ? html`<section class="card"><h2>${t('Chance to win')}</h2>${chanceLines(state.game)}</section>` : nothing;

function now() {
  const {game, table} = state;
  const {position} = game;
  const mover = position.players[position.to_move];
  const sign = badge(mover.colour, letters(position.players)[position.to_move]);
  return html`<section class="card now ${position.over ? 'is-over' : ''}">
    <p class="kicker">${game.chapter ? html`<a href="/saga/${game.chapter.campaign}">${game.chapter.name}</a> ` : nothing}${position.over ? nothing : position.last_round ? html`<b>${t('Last round')}</b>` : t('Round {round}', {round: position.round})}</p>
    <h1>${position.over ? nothing : sign} ${headline(position, table.phase, mover.name)}</h1>
    ${game.roll ? html`<div class="roll">${diceRow(game.roll)}</div>` : nothing}
    ${game.verdict ? verdict(game.verdict) : nothing}
    ${table.phase === 'doubt' ? html`<p>${(table.reading?.doubts ?? []).map((doubt) => t(doubt)).join(', ')}</p>` : nothing}
    ${position.over ? html`<p>${t({points: 'by points', tops: 'by goats on tops', 'highest-top': 'by the highest top', shared: 'a shared place'}[game.sheet.decided_by])}</p>` : nothing}
    ${isPlayer() ? html`<p class="row">
      <button @click=${() => send({do: 'undo', number: game.number})} ?disabled=${!game.can_undo}>↶ ${t('Undo')}</button>
      <button @click=${() => send({do: 'redo', number: game.number})} ?disabled=${!game.can_redo}>↷ ${t('Redo')}</button>
      ${position.over && game.chapter ? html`<a class="button primary" href="/saga/${game.chapter.campaign}">${t('Close the chapter')}</a>` : nothing}
      ${position.over ? html`${position.cards ? nothing : html`<button class="primary" @click=${() => send(again(position))}>${t('Rematch')}</button>`}
        <button @click=${() => { isBeginning = true; changed(); }}>${t('New game')}</button>` : nothing}</p>` : nothing}
  </section>`;
}

const percent = (chance) => `${Math.round(chance * 100)} %`;

/** After the choice, for a player who wants to know only then: how good it was, and what would have been better. */
function verdict({seat, board, played, better, cost}) {
  const name = board.players[seat].name;
  const words = cost > 0 ? t('{name}’s chance {chance}, best {best}', {name, chance: percent(played.chance), best: percent(better.chance)})
    : t('{name}’s best choice: {chance}', {name, chance: percent(played.chance)});
  return html`<p class="verdict">${words} ${cost > 0 ? html`<span class="signs">${factSigns(better.facts, board, letters(board.players))}</span> <span class="quiet">${reasonText(better.reason, board)}</span>` : nothing}</p>`;
}

function headline(position, phase, name) {
  if (position.over) {
    const first = state.game.sheet.ranking[0].map((seat) => position.players[seat].name);
    return t(first.length > 1 ? '{names} share the first place' : '{names} wins', {names: first.join(', ')});
  }
  switch (phase) {
    case 'choosing': return t('{name} chooses', {name});
    case 'moving': return t('{name} throws', {name});
    case 'doubt': return t('Look at the dice');
    default: return t('{name}: throw the dice', {name});
  }
}

const send = async (command) => done(await ask('table', command));

const again = (position) => ({
  do: 'begin', names: position.players.map((player) => player.name), colours: position.players.map((player) => player.colour), rules: position.rules, settings: position.settings,
  starts: (position.starts + 1) % position.players.length, number: state.game.number,
});

const waiting = () => html`<p class="waiting">…</p>`;

/** Back from beginning a game to the one that is over. */
const leave = () => { isBeginning = false; changed(); };

/** A goat about to be taken back, as an option to be drawn. */
function preview() {
  return taking && {facts: [], moves: [{seat: state.game.position.to_move, origin: taking.origin, place: `${taking.mountain}.0`}]};
}

/** Taking a goat back without dice: which one, and to which mountain. */
function redeploys() {
  const {game} = state;
  const origins = [...new Set(game.redeploys.map((one) => one.origin))];
  const mountains = taking ? game.redeploys.filter((one) => one.origin === taking.origin).map((one) => one.mountain) : [];
  const choose = (next) => { taking = next; changed(); };
  const first = (origin) => game.redeploys.find((one) => one.origin === origin) ?? null;
  return html`<details class="card" .open=${Boolean(taking)} @toggle=${(event) => choose(event.target.open ? taking ?? game.redeploys[0] : null)}>
    <summary>${t('Take a goat back')}</summary>
    <p class="row"><label>${t('Goat')}<select aria-label=${t('Goat')} @change=${(event) => choose(first(event.target.value))}>
      ${origins.map((origin) => html`<option value=${origin} .selected=${origin === taking?.origin}>${placeText(origin)}</option>`)}</select></label>
    <label>${t('To mountain')}<select aria-label=${t('To mountain')} @change=${(event) => choose({origin: taking.origin, mountain: Number(event.target.value)})}>
      ${mountains.map((mountain) => html`<option value=${mountain} .selected=${mountain === taking?.mountain}>${mountain}</option>`)}</select></label></p>
    <button class="primary wide" ?disabled=${!taking} @click=${() => send({do: 'redeploy', ...taking, number: game.number})}>${t('Take it back')}</button></details>`;
}

/** After the game: the turns that cost most, worked out when somebody wants to see them. */
function lookedBack() {
  const {number} = state.game;
  const look = async () => {
    review = {turns: null, shown: null};
    changed();
    const answer = await ask('review', {number});
    if (state.game.number !== number) return;
    review = done(answer) ? {turns: answer.data, shown: null} : null;
    changed();
  };
  const show = (turn) => { review.shown = turn; changed(); };
  return html`<section class="card"><h2>${t('Costly turns')}</h2>
    ${!review ? html`<button @click=${look}>${t('Look back')}</button>`
      : (review.turns && needed('./review.js')?.costlyTurns(review.turns, review.shown?.number, show)) ?? waiting()}</section>`;
}

/** The options: pointing draws one on the board, choosing keeps it there, the button takes it. */
function choices() {
  const {game} = state;
  const names = letters(game.position.players);
  const point = (index) => { if (pointed !== index) { pointed = index; changed(); } };
  const step = (event) => {
    const by = {ArrowDown: 1, ArrowUp: -1}[event.key];
    if (!by) return;
    event.preventDefault();
    const shown = visible(game.choices).map(({index}) => index);
    picked = shown[Math.max(0, Math.min(shown.length - 1, shown.indexOf(picked ?? 0) + by))];
    changed();
    requestAnimationFrame(() => document.querySelector('.choice[aria-checked=true]')?.focus());
  };
  return html`<section class="card"><h2 id="choices">${t('What to do with them')}</h2>
    <div class="choices" role="radiogroup" aria-labelledby="choices" @pointerleave=${() => point(null)} @keydown=${step}>
      ${visible(game.choices).map(({choice, index, hidden}) => html`<button class="choice" role="radio" aria-checked=${index === picked}
        tabindex=${index === (picked ?? 0) ? 0 : -1}
        @pointerenter=${(event) => event.pointerType === 'mouse' && point(index)} @click=${() => { picked = index; pointed = null; changed(); }}>
        <span class="signs">${factSigns(choice.facts, game.position, names)}</span>
        <span class="why">${reasonText(choice.reason, game.position)}</span>
        ${choice.chance === null ? nothing : html`<span class="chance"><span class="meter" .style=${`--share:${choice.chance * 100}%`}></span>${percent(choice.chance)}</span>`}
      </button>${hidden ? html`<button class="more" @click=${() => { opened.add(sumsOf(choice)); changed(); }}>▾ ${t('{count} more with {sums}', {count: hidden, sums: sumsOf(choice)})}</button>` : nothing}`)}
    </div>
    ${game.more ? html`<p class="quiet">${t('{more} more at the device', {more: game.more})}</p>` : nothing}
    ${isPlayer() ? html`<button class="primary wide" ?disabled=${picked === null}
      @click=${() => send({do: 'play', turn: game.choices[picked].turn, number: game.number})}>${t('Take this turn')}</button>` : nothing}
  </section>`;
}

const FEW = 14;
const sumsOf = (choice) => choice.turn.steps.map((step) => step.mountain ?? step.space ?? step.card).sort((a, b) => a - b).join(' + ');

/** Where there are many, only the best of those that use the same groups, and how many more there are. */
function visible(choices) {
  const all = choices.map((choice, index) => ({choice, index, hidden: 0}));
  if (all.length <= FEW) return all;
  const first = new Map();
  return all.filter((one) => {
    const sums = sumsOf(one.choice);
    const best = first.get(sums);
    if (!best) first.set(sums, one);
    if (!best || opened.has(sums) || one.index === picked) return true;
    best.hidden += 1;
    return false;
  });
}
