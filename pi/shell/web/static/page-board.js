// The board, whose turn it is, what can be done, and how it stands.
import {html, nothing} from './lit-html.js';
import {board, Herd} from './board.js';
import {badge, diceRow, factSigns, letters} from './signs.js';
import {ask, changed, isPlayer, state} from './state.js';
import {chanceLines, log, scoreTable} from './sheets.js';
import {done, isNarrow} from './app.js';
import {t} from './texts.js';

const herd = new Herd();
let pointed = null;
let picked = null;
let about = -1;
let opened = new Set();
let draft = null;

/** The page. */
export function boardPage() {
  const {game, table} = state;
  if (!game || !table) return html`<p class="waiting">${t('Waiting for the device')}</p>`;
  if (!game.position || table.phase === 'set-up') return setUp();
  if (about !== game.number) {
    about = game.number;
    pointed = null;
    opened = new Set();
    picked = game.choices.length ? table.selected ?? 0 : null;
  }
  const shown = pointed ?? picked;
  return html`<div class="split">
    <div class="main">
      ${board(game.position, herd, {choice: shown === null ? null : game.choices[shown], isNarrow: isNarrow()})}
      ${isNarrow() ? nothing : chances()}
    </div>
    <div class="side">
      ${now()}
      ${game.choices.length ? choices() : nothing}
      <section class="card"><h2>${t('Scores')}</h2>${scoreTable(game.position, game.sheet)}</section>
      ${isNarrow() ? chances() : nothing}
      <section class="card"><h2>${t('What happened')}</h2>${log(game.turns, game.position)}</section>
    </div></div>`;
}

const chances = () => state.game.turns.length
  ? html`<section class="card"><h2>${t('Chance to win')}</h2>${chanceLines(state.game)}</section>` : nothing;

function now() {
  const {game, table} = state;
  const {position} = game;
  const mover = position.players[position.to_move];
  const sign = badge(mover.colour, letters(position.players)[position.to_move]);
  return html`<section class="card now ${position.over ? 'is-over' : ''}">
    <p class="kicker">${position.over ? nothing : position.last_round ? html`<b>${t('Last round')}</b>` : t('Round {round}', {round: position.round})}</p>
    <h1>${position.over ? nothing : sign} ${headline(position, table.phase, mover.name)}</h1>
    ${game.roll ? html`<div class="roll">${diceRow(game.roll)}</div>` : nothing}
    ${table.phase === 'doubt' ? html`<p>${(table.reading?.doubts ?? []).map((doubt) => t(doubt)).join(', ')}</p>` : nothing}
    ${position.over ? html`<p>${t({points: 'by points', tops: 'by goats on tops', 'highest-top': 'by the highest top', shared: 'a shared place'}[game.sheet.decided_by])}</p>` : nothing}
    ${isPlayer() ? html`<p class="row">
      <button @click=${() => send({do: 'undo', number: game.number})} ?disabled=${!game.can_undo}>↶ ${t('Undo')}</button>
      <button @click=${() => send({do: 'redo', number: game.number})} ?disabled=${!game.can_redo}>↷ ${t('Redo')}</button>
      ${position.over ? html`<button class="primary" @click=${() => send(again(position))}>${t('Rematch')}</button>` : nothing}</p>` : nothing}
  </section>`;
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
  do: 'begin', names: position.players.map((player) => player.name), rules: position.rules, settings: position.settings,
  starts: (position.starts + 1) % position.players.length, number: state.game.number,
});

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
        <span class="chance"><span class="meter" .style=${`--share:${choice.chance * 100}%`}></span>${Math.round(choice.chance * 100)} %</span>
      </button>${hidden ? html`<button class="more" @click=${() => { opened.add(sumsOf(choice)); changed(); }}>▾ ${t('{count} more with {sums}', {count: hidden, sums: sumsOf(choice)})}</button>` : nothing}`)}
    </div>
    ${game.more ? html`<p class="quiet">${t('{more} more at the device', {more: game.more})}</p>` : nothing}
    ${isPlayer() ? html`<button class="primary wide" ?disabled=${picked === null}
      @click=${() => send({do: 'play', turn: game.choices[picked].turn, number: game.number})}>${t('Take this turn')}</button>` : nothing}
  </section>`;
}

const FEW = 14;
const sumsOf = (choice) => choice.turn.steps.map((step) => step.mountain ?? step.space).sort((a, b) => a - b).join(' + ');

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

const REASONS = {
  wins: 'wins the game', shares: 'shares the first place', bonus: 'takes {points} bonus points', tokens: 'takes {points} points',
  bumps: 'sends {name} down from {mountain}', tops: 'reaches the top of {mountain}', climbs: 'climbs mountain {mountain}',
  idle: 'changes nothing', passes: 'passes', valley: 'sends a goat to the valley', lands: 'lands on space {space}',
  enters: 'brings a goat to mountain {mountain}',
};

function reasonText(reason, position) {
  if (!reason || !REASONS[reason.kind]) return nothing;
  return t(REASONS[reason.kind], {...reason, name: position.players[reason.seat]?.name});
}

/** A new game. */
function setUp() {
  draft ??= {names: state.table.names.length > 1 ? [...state.table.names] : ['', ''], starts: 0, rules: ['base'], must: false};
  const begin = (event) => {
    event.preventDefault();
    const names = draft.names.map((name, seat) => name.trim() || t('Player {number}', {number: seat + 1}));
    send({do: 'begin', names, rules: draft.rules, settings: draft.must ? {must_move: true} : {}, starts: Math.min(draft.starts, names.length - 1), number: state.game.number});
  };
  const change = (edit) => { edit(); changed(); };
  const rules = [['big-mountain', t('Big Mountain')], ['green-valley', t('Valley')]];
  return html`<form class="card setup" @submit=${begin} autocomplete="off"><h1>${t('New game')}</h1>
    ${draft.names.map((name, seat) => html`<label>${t('Name of player {number}', {number: seat + 1})}
      <span class="row">${badge(['white', 'red', 'yellow', 'blue', 'green'][seat], name.trim()[0]?.toUpperCase() ?? seat + 1)}
      <input maxlength="20" .value=${name} placeholder=${t('Player {number}', {number: seat + 1})} @input=${(event) => change(() => { draft.names[seat] = event.target.value; })}></span></label>`)}
    <p class="row">
      <button type="button" ?disabled=${draft.names.length > 4} @click=${() => change(() => draft.names.push(''))}>+ ${t('Another player')}</button>
      <button type="button" ?disabled=${draft.names.length < 3} @click=${() => change(() => draft.names.pop())}>− ${t('One player less')}</button></p>
    <label>${t('Who starts')}<select @change=${(event) => { draft.starts = Number(event.target.value); }}>
      ${draft.names.map((name, seat) => html`<option value=${seat} ?selected=${seat === draft.starts}>${name || t('Player {number}', {number: seat + 1})}</option>`)}</select></label>
    <fieldset><legend>${t('Play with')}</legend>
      ${rules.map(([key, label]) => html`<label class="check"><input type="checkbox" .checked=${draft.rules.includes(key)} @change=${(event) => change(() => {
        draft.rules = event.target.checked ? [...draft.rules, key] : draft.rules.filter((one) => one !== key);
      })}>${label}</label>`)}
      <label class="check"><input type="checkbox" .checked=${draft.must} @change=${(event) => { draft.must = event.target.checked; }}>${t('Every group has to move')}</label>
    </fieldset>
    ${isPlayer() ? html`<button class="primary wide">${t('Play')}</button>` : nothing}</form>`;
}
