// The turns that cost most, and what would have been better.
import {html} from './lit-html.js';
import {badge, diceRow, factSigns, letters} from './signs.js';
import {reasonText} from './reasons.js';
import {t} from './texts.js';

/** A list of costly turns; `select` is called with one to be shown on the board, or null. */
export function costlyTurns(turns, selected, select) {
  if (!turns.length) return html`<p class="quiet">${t('No turn gave much away.')}</p>`;
  return html`<ul class="costly">${turns.map((turn) => {
    const {players} = turn.board;
    const names = letters(players);
    const isShown = turn.number === selected;
    return html`<li class=${isShown ? 'is-selected' : ''}>
      <p class="row">${badge(players[turn.seat].colour, names[turn.seat])} ${t('Turn {number}', turn)} ${diceRow(turn.dice)}
        <span class="sign bump">−${Math.round(turn.cost * 100)} %</span></p>
      <p class="row"><span class="quiet">${t('played')}</span> <span class="signs">${factSigns(turn.played.facts, turn.board, names)}</span></p>
      <p class="row"><span class="quiet">${t('better')}</span> <span class="signs">${factSigns(turn.better.facts, turn.board, names)}</span> <span class="quiet">${reasonText(turn.better.reason, turn.board)}</span></p>
      <button aria-pressed=${isShown} aria-label="${t('Show on the board')}: ${t('Turn {number}', turn)}" @click=${() => select(isShown ? null : turn)}>${t('Show on the board')}</button></li>`;
  })}</ul>`;
}
