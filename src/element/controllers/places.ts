import type {ReactiveController, ReactiveControllerHost} from 'lit';
import type {BegunSession} from '../begun-session.js';

type PlacesHost = ReactiveControllerHost &
  HTMLElement & {readonly begunSession?: Pick<BegunSession, 'fields'> | undefined};

/**
 * The two light-DOM children that hold the hosted fields' frames (decision 0001): `<div slot="number">` and
 * `<div slot="security-code">`. Made when the element is connected, unless the page has begun the fields
 * (decision 0092); removed when it leaves.
 */
export class PlacesController implements ReactiveController {
  readonly #host: PlacesHost;
  /** Only while the host is connected. */
  current!: {readonly number: HTMLElement; readonly securityCode: HTMLElement};

  constructor(host: PlacesHost) {
    (this.#host = host).addController(this);
  }

  hostConnected(): void {
    this.current = {number: this.#make('number'), securityCode: this.#make('security-code')};
  }

  hostDisconnected(): void {
    this.current.number.remove();
    this.current.securityCode.remove();
  }

  #make(slot: string): HTMLElement {
    const known = placeIn(this.#host, slot);
    if (known && this.#host.begunSession?.fields) return known;
    // A copy of the page's HTML has copies of its frames.
    known?.remove();
    return makePlace(this.#host, slot);
  }
}

/** The place that is there, emptied, or a new one. */
export function takePlace(host: HTMLElement, slot: string): HTMLElement {
  const known = placeIn(host, slot);
  known?.replaceChildren();
  return known ?? makePlace(host, slot);
}

function placeIn({children}: HTMLElement, slot: string): HTMLElement | undefined {
  return ([...children] as HTMLElement[]).find((child) => child.slot === slot);
}

function makePlace(host: HTMLElement, slot: string): HTMLElement {
  const place = host.ownerDocument.createElement('div');
  place.slot = slot;
  host.append(place);
  return place;
}
