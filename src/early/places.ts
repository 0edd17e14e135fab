import {listed} from '../gateways/listed.js';
import type {Mounted} from '../gateways/microform-mounted.js';

export type Places = Mounted['places'];

/** Where both fields are hosted (decision 0001): what is there, emptied, or new nodes. */
export const takePlaces = (tag: HTMLElement): Places => ({
  number: takePlace(tag, 'number'),
  securityCode: takePlace(tag, 'security-code'),
});

export function takePlace(tag: HTMLElement, slot: string): HTMLElement {
  const known = placeIn(tag, slot);
  known?.replaceChildren();
  return known ?? makePlace(tag, slot);
}

export function placeIn({children}: HTMLElement, slot: string): HTMLElement | undefined {
  return (listed(children) as HTMLElement[]).find((child) => child.slot === slot);
}

export function makePlace(tag: HTMLElement, slot: string): HTMLElement {
  const place = tag.ownerDocument.createElement('div');
  place.slot = slot;
  tag.append(place);
  return place;
}
