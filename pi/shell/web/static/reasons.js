// Why an option is good, in a few words.
import {nothing} from './lit-html.js';
import {t} from './texts.js';

const REASONS = {
  wins: 'wins the game', shares: 'shares the first place', bonus: 'takes {points} bonus points', tokens: 'takes {points} points',
  bumps: 'sends {name} down from {mountain}', tops: 'reaches the top of {mountain}', climbs: 'climbs mountain {mountain}',
  idle: 'changes nothing', passes: 'passes', valley: 'sends a goat to the valley', lands: 'lands on space {space}',
  enters: 'brings a goat to mountain {mountain}',
};

/** The reason of an option in the words of the page. */
export function reasonText(reason, position) {
  if (!reason || !REASONS[reason.kind]) return nothing;
  return t(REASONS[reason.kind], {...reason, name: position.players[reason.seat]?.name});
}
