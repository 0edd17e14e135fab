import type {InForce} from '../server/sandbox.js';
import {ask, byId, element, read} from './dom.js';

const path = '/behind-the-counter/in-force';

/** Says on top of the drawer what a tester has switched on, here or on another page: it meets every shopper. */
export async function showInForce(): Promise<void> {
  const answer = await ask(path);
  if (!answer?.ok) return;
  const bar = byId('in-force');
  const switches = wordsOf(await read<InForce>(answer));
  const text = `In force: ${switches.join(' · ')}`;
  bar.hidden = switches.length === 0;
  if (bar.hidden || bar.textContent.startsWith(`${text}Reset`)) return;
  const reset = element('button', {type: 'button'}, 'Reset all');
  reset.addEventListener('click', () => void resetAll());
  // A clock that is ahead stays ahead: it only moves forward.
  const isClockAlone = switches.length === 1 && switches[0]!.startsWith('clock');
  bar.replaceChildren(element('p', {}, text), ...(isClockAlone ? [] : [reset]));
}

/** The page is drawn anew, with lists that say what is true now. */
async function resetAll(): Promise<void> {
  const answer = await ask(path, {method: 'DELETE'});
  if (answer?.ok) location.reload();
}

const wordsOf = ({declined, faults, bank, days}: InForce): readonly string[] => [
  ...declined.map((lastFour) => `•••• ${lastFour} declines`),
  ...(days ? [`clock +${days} ${days === 1 ? 'day' : 'days'}`] : []),
  ...faults.map((kind) => `fault: ${kind.replaceAll('-', ' ')}`),
  ...(bank === null ? [] : [`bank: ${bank.charAt(0).toLowerCase()}${bank.slice(1)}`]),
];
