// Scores, the log of turns, and lines of chances.
import {html, svg, nothing} from './lit-html.js';
import {badge, die, diceRow, factSigns, letters} from './signs.js';
import {NUMBERS} from './board.js';
import {t} from './texts.js';

/** The score sheet: a row a player. */
export function scoreTable(position, sheet) {
  const names = letters(position.players);
  const place = new Map(sheet.ranking.flatMap((seats, index) => seats.map((seat) => [seat, index])));
  const others = [['bonus', '★', t('Bonus')], ['big-mountain', 'B', t('Big Mountain')], ['valley', 'V', t('Valley')],
    ...(position.cards ?? []).map((card) => [`card-${card.code}`, card.code, card.name])]
    .filter(([key]) => sheet.players[0].lines.some((line) => line.what === key));
  const points = (player, what) => player.lines.find((line) => line.what === what)?.points ?? 0;
  return html`<div class="scroll"><table class="scores"><thead><tr><th scope="col">${t('Player')}</th>
    ${NUMBERS.map((number) => html`<th scope="col"><span class="sr">${t('Tokens')} </span>${number}</th>`)}
    ${others.map(([, sign, label]) => html`<th scope="col" title=${label}><span aria-hidden="true">${sign}</span><span class="sr">${label}</span></th>`)}
    <th scope="col">${t('Total')}</th></tr></thead><tbody>
    ${sheet.players.map((player, seat) => html`<tr class=${!position.over && seat === position.to_move ? 'is-moving' : ''}>
      <th scope="row">${badge(position.players[seat].colour, names[seat])} <span class="name">${player.name}</span>${place.get(seat) === 0 ? html`<span class="first" aria-hidden="true"> ●</span>` : nothing}</th>
      ${NUMBERS.map((number) => html`<td>${position.players[seat].tokens[number] || html`<span class="zero">·</span>`}</td>`)}
      ${others.map(([key]) => html`<td>${points(player, key) || html`<span class="zero">·</span>`}</td>`)}
      <td class="total">${player.total}</td></tr>`)}
  </tbody></table></div>`;
}

/** The turns played, the newest first; `act` may add something to each, `since` has happened since the last. */
export function log(turns, position, {act = null, most = 200, selected = null, since = []} = {}) {
  if (!turns.length && !since.length) return html`<p class="quiet">${t('Nothing yet')}</p>`;
  const names = letters(position.players);
  return html`<ol class="log" reversed tabindex="0" aria-label=${t('What happened')}>${since.length ? html`<li value=${turns.length + 1}>
      <span class="who">${badge(position.players[position.to_move].colour, names[position.to_move])}<span class="sr">${position.players[position.to_move].name}</span></span>
      <span class="signs">${factSigns(since, position, names)}</span></li>` : nothing}${[...turns].reverse().slice(0, most).map((turn) => {
    const player = position.players[turn.seat];
    return html`<li class=${turn.number === selected ? 'is-selected' : ''} value=${turn.number}>
      <span class="who">${badge(player.colour, names[turn.seat])}<span class="sr">${player.name}</span></span>
      ${diceRow(turn.dice, turn.turn.turned)}
      <span class="signs">${factSigns(turn.facts, position, names)}</span>
      ${act ? act(turn) : nothing}</li>`;
  })}</ol>`;
}

/** Everybody's chance to win through the game. */
export function chanceLines(game) {
  const {position, turns} = game;
  const names = letters(position.players);
  const seats = position.players.map((_, seat) => seat);
  const points = [game.start_chances, ...turns.map((turn) => turn.chances)];
  const width = 600;
  const height = 130;
  const x = (index) => 10 + index / Math.max(points.length - 1, 1) * (width - 60);
  const y = (chance) => 8 + (1 - chance) * (height - 16);
  const ends = spread(seats.map((seat) => y(points.at(-1)[seat])), 22, height);
  return html`<svg class="lines" viewBox="0 0 ${width} ${height}" role="img" aria-label=${seats.map((seat) => `${position.players[seat].name} ${Math.round(points.at(-1)[seat] * 100)} %`).join(', ')}>
    ${[0, 0.5, 1].map((chance) => svg`<line class="grid" x1="10" x2=${width - 44} y1=${y(chance)} y2=${y(chance)}/>`)}
    ${seats.map((seat) => svg`<path class="line halo" d=${path(points, seat, x, y)}/><path class="line ${position.players[seat].colour}" d=${path(points, seat, x, y)}/>`)}
    ${seats.map((seat) => svg`<g class="goat ${position.players[seat].colour}"><circle class="coat" cx=${width - 36} cy=${ends[seat]} r="10"/>
      <text x=${width - 36} y=${ends[seat] + 4.5} font-size="12" text-anchor="middle">${names[seat]}</text></g>
      <text class="percent" x=${width - 22} y=${ends[seat] + 4}>${Math.round(points.at(-1)[seat] * 100)}</text>`)}
  </svg>`;
}

const path = (points, seat, x, y) => points.map((chances, index) => `${index ? 'L' : 'M'}${x(index).toFixed(1)} ${y(chances[seat]).toFixed(1)}`).join('');

/** Moves heights apart that would cover each other. */
function spread(heights, gap, height) {
  const order = heights.map((_, index) => index).sort((a, b) => heights[a] - heights[b]);
  const placed = [...heights];
  order.forEach((index, rank) => {
    if (rank) placed[index] = Math.max(placed[index], placed[order[rank - 1]] + gap);
  });
  const over = Math.max(0, (placed[order.at(-1)] ?? 0) - (height - 11));
  return placed.map((one) => Math.max(11, one - over));
}

export {die};
