// Small drawings: goats, dice, tokens; and how players are told apart (colour and letter).
import {html, svg, nothing} from './lit-html.js';
import {t} from './texts.js';

/** The drawings that others `use`. */
export const symbols = html`<svg class="symbols" aria-hidden="true" width="0" height="0">
  <symbol id="goat" viewBox="0 0 40 46">
    <path class="horn" d="M15 13C9 12 4 9 4 3c0-1 1-2 2-1 2 4 6 6 12 8M25 13c6-1 11-4 11-10 0-1-1-2-2-1-2 4-6 6-12 8"/>
    <path class="coat" d="M11 16C7 15 3 16 1 20c3 3 8 2 10-1M29 16c4-1 8 0 10 4-3 3-8 2-10-1"/>
    <path class="coat" d="M9 16c3-6 19-6 22 0 1 6-1 12-3 17-1 3-4 5-5 6l-3 5-3-5c-1-1-4-3-5-6-2-5-4-11-3-17z"/>
  </symbol>
</svg>`;

/** One letter for each player, all different. */
export function letters(players) {
  const used = new Set();
  return players.map((player, seat) => {
    const letter = [...player.name.toUpperCase(), ...String(seat + 1), ...'XYZ']
      .find((one) => /[\p{L}\p{N}]/u.test(one) && !used.has(one)) ?? '?';
    used.add(letter);
    return letter;
  });
}

/** A goat's head with its player's letter, `size` wide, its middle at 0, 0. */
export const goat = (colour, letter, size) => svg`<g class="goat ${colour}">
  <use href="#goat" x=${-size / 2} y=${-size * 0.575} width=${size} height=${size * 1.15}/>
  <text y=${size * 0.2} font-size=${size * 0.44} text-anchor="middle">${letter}</text></g>`;

/** The sign of a player in running text. */
export const badge = (colour, letter) =>
  html`<svg class="badge" viewBox="-21 -24 42 48" aria-hidden="true">${goat(colour, letter, 40)}</svg>`;

const PIPS = {1: [4], 2: [2, 6], 3: [2, 4, 6], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8]};

/** The inside of a die's picture in a square from -20 to 20. */
export const dieFace = (face) => svg`<rect class="die" x="-18" y="-18" width="36" height="36" rx="8"/>
  ${(PIPS[face] ?? []).map((spot) => svg`<circle class="pip" r="3.7" cx=${(spot % 3 - 1) * 10} cy=${(Math.floor(spot / 3) - 1) * 10}/>`)}
  ${face === 'goat' ? svg`<use class="goat-face" href="#goat" x="-14" y="-16" width="28" height="32"/>`
    : PIPS[face] ? nothing : svg`<text class="pip" text-anchor="middle" y="8" font-size="24">${face ?? '?'}</text>`}`;

/** A die. */
export const die = (face, turned = false) => html`<svg class="die-sign ${turned ? 'is-turned' : ''}" viewBox="-20 -20 40 40"
  role="img" aria-label=${face === 'goat' ? t('goat') : face ?? t('unknown')}>${dieFace(face)}</svg>`;

/** The dice of a roll, as they lie after turning: `turned` 1s show other faces. */
export function diceRow(dice, turned = []) {
  const rest = [...dice];
  turned.forEach(() => rest.splice(rest.indexOf(1), 1));
  return html`<span class="dice">${rest.map((face) => die(face))}${turned.map((face) => die(face, true))}</span>`;
}

/** What happened, in a few signs. */
export function factSigns(facts, position, names = letters(position.players)) {
  const climbs = new Map();
  const signs = [];
  for (const fact of facts) {
    if (fact.fact === 'climbed') climbs.set(fact.mountain, (climbs.get(fact.mountain) ?? 0) + 1);
  }
  climbs.forEach((steps, mountain) => signs.push(html`<span class="sign climb"><b>${mountain}</b>${'↑'.repeat(steps)}</span>`));
  for (const fact of facts) {
    const player = position.players[fact.seat];
    switch (fact.fact) {
      case 'took': signs.push(html`<span class="sign gain">+${fact.points ?? fact.mountain}</span>`); break;
      case 'bonus': signs.push(html`<span class="sign gain">★ ${fact.points}</span>`); break;
      case 'valley': signs.push(html`<span class="sign gain">V${fact.points}</span>`); break;
      case 'landed': signs.push(html`<span class="sign climb"><b>B${fact.space}</b></span>`); break;
      case 'redeployed': signs.push(html`<span class="sign">→ ${fact.mountain}</span>`); break;
      case 'bumped': signs.push(html`<span class="sign bump">↓${badge(player.colour, names[fact.seat])}</span>`); break;
      case 'ability': signs.push(html`<span class="sign code-sign ability">${fact.card}</span>`); break;
      case 'moved': signs.push(html`<span class="sign climb"><b>${fact.mountain}</b>${fact.steps > 0 ? '↑' : '↓'}${badge(player.colour, names[fact.seat])}</span>`); break;
      case 'points': signs.push(html`<span class="sign gain">${fact.points > 0 ? '+' : ''}${fact.points} <span class="code-sign">${fact.card}</span></span>`); break;
      case 'manual': case 'reminded': case 'stopped': signs.push(html`<span class="sign">✋ ${fact.card}</span>`); break;
      case 'last_round': signs.push(html`<span class="sign">${t('Last round')}</span>`); break;
    }
  }
  return signs.length ? signs : html`<span class="sign">${t('pass')}</span>`;
}
