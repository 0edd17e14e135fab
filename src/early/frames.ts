import {listed} from '../gateways/listed.js';
import {openEarly, takeDown} from '../gateways/microform-mount.js';
import {freshId} from '../protocol/fresh-id.js';
import {showPlaces} from './bring-up.js';
import {type EarlyFrame, type EarlyPage, isOver, slots} from './page.js';
import {type Places, takePlaces} from './places.js';
import {readSkeleton} from './skeleton.js';

const formOf = ({tag}: EarlyPage) => tag.shadowRoot?.querySelector('div.form');

export const framesOf = ({places}: EarlyPage): EarlyFrame[] =>
  Object.values(places ?? {}).flatMap((place) => listed(place.querySelectorAll('iframe')));

/** Shows the fields: they can be typed into. */
export function showFields(page: EarlyPage): void {
  if (page.isShown || isOver(page)) return;
  page.isShown = true;
  for (const {style} of framesOf(page)) style.opacity = '1';
  const form = formOf(page);
  showPlaces(page.places!, form);
  form?.setAttribute('data-live', '');
}

/** Removes the fields; the form is a skeleton again. */
export function removeFields(page: EarlyPage): void {
  if (page.places) takeDown({fields: {}, places: page.places});
  const form = formOf(page);
  if (!page.isShown || !form) return;
  page.isShown = false;
  form.removeAttribute('data-live');
  form.setAttribute('aria-hidden', 'true');
}

/** Takes both places, and hides them until the fields are shown: without the skeleton they would take room. */
export function hidePlaces(page: EarlyPage): Places {
  const places = (page.places = takePlaces(page.tag));
  for (const place of Object.values(places)) place.hidden = true;
  return places;
}

/** Loads the fields' documents while the session is asked for (decision 0053). */
export function loadFrames(page: EarlyPage, address: string): void {
  const {tag} = page;
  const allowed = new URL(address).searchParams.getAll('origin');
  const placed = '[slot=number],[slot=security-code],card-vault-field';
  const skeleton = readSkeleton(page);
  if (!allowed.includes(origin) || !skeleton || tag.querySelector(placed)) return;
  const places = hidePlaces(page);
  openEarly({context: {earlyFrame: address}, places: () => places, settings: skeleton.settings});
  const microform = freshId();
  for (const name of slots.keys()) {
    const frame = places[name].querySelector('iframe')!;
    frame.dataset['microform'] = microform;
    frame.addEventListener('load', () => page.connect?.(frame, name));
  }
}
