import {CardVaultError} from '../../protocol/index.js';
import {logLoss} from '../developer.js';
import type {CardVaultHost} from '../host.js';
import {isLoading} from '../phases.js';
import type {Drawn, Live} from './contracts.js';
import type {PlacesController} from '../fields/places.js';

/** How often fields that the page removes are mounted again within ten seconds; the run fails then. */
const mostReturns = 5;
const losses = new WeakMap<object, readonly number[]>();

/** Mounts the card fields again that the page has taken away, unless it does so again and again. */
export function bringBack(
  host: CardVaultHost,
  {store, timers}: Drawn,
  {frames, places, session}: Live,
): void {
  const {state} = session;
  const {name} = state;
  restoreSlots(places.current);
  // A part that the page moves or removes brings its field where it belongs.
  const isOfPart = ({parentElement}: HTMLElement): boolean =>
    parentElement !== null && parentElement !== host;
  const isOpen = name !== 'idle' && (isLoading(state) || name === 'collecting' || name === 'tokenizing');
  // Where no fields are open, the next ones get places of their own. Before they are live, and once they are ended, a place may
  // be empty.
  const isEmptied = places.isEmptied && !isLoading(state) && !(name === 'tokenizing' && frames.wereTaken);
  if (!isOpen || !(isEmptied || !places.isWhole) || Object.values(places.current).some(isOfPart)) return;
  if (state.session?.entryMode === 'raw') return;
  const now = timers.now();
  const recent = [...(losses.get(host) ?? []).filter((at) => now - at < 10_000), now];
  losses.set(host, recent);
  logLoss(host);
  if (recent.length > mostReturns) {
    frames.close();
    const text = 'The page takes the card fields away again and again.';
    return session.fail(new CardVaultError('fields-blocked', text, {audience: 'merchant'}));
  }
  // Before the present ones are ended, which changes them too.
  places.take();
  if (name === 'collecting') frames.renew(!store.hasHosted, true);
  else if (name === 'tokenizing') frames.end();
  else {
    session.reset();
    session.open();
  }
}

/** A morph takes attributes away that its page does not have; what stands in the place is untouched. */
function restoreSlots({number, securityCode}: PlacesController['current']): void {
  if (!number.slot && number.querySelector('iframe')) number.slot = 'number';
  if (!securityCode.slot && securityCode.querySelector('iframe')) securityCode.slot = 'security-code';
}
