import type {ReactiveController, ReactiveControllerHost} from 'lit';
import {makePlace, placeIn} from '../../early/places.js';
import type {BegunSession} from '../host.js';

type PlacesHost = ReactiveControllerHost &
  HTMLElement & {readonly begunSession?: Pick<BegunSession, 'fields'> | undefined};

type Places = Readonly<Record<'number' | 'securityCode', HTMLElement>>;

/**
 * The two light-DOM children that hold the hosted fields' frames (decision 0001): `<div slot="number">` and
 * `<div slot="security-code">`. Made when the element is connected, unless the page has begun the fields
 * (decision 0053); removed when it leaves.
 */
export class PlacesController implements ReactiveController {
  readonly #host: PlacesHost;
  readonly #onLoss: () => void;
  readonly #watch = new MutationObserver((changes) => {
    for (const {target, addedNodes} of changes) if (addedNodes.length) this.#filled.add(target);
    this.check();
  });
  /** Something has stood in them since fields were last brought up. */
  #filled = new WeakSet<Node>();
  /** Only while the host is connected. */
  current!: Places;

  /** @param onLoss the page has taken one of them away, or what stood in it. */
  constructor(host: PlacesHost, onLoss: () => void) {
    this.#onLoss = onLoss;
    (this.#host = host).addController(this);
  }

  /** For fields that are brought up: what the page has taken away is made anew. */
  take(): Places {
    this.#filled = new WeakSet();
    if (!this.isWhole) {
      for (const place of Object.values(this.current)) if (isPlace(place)) place.remove();
      this.hostConnected();
      this.#watch.takeRecords();
    }
    return this.current;
  }

  /** Fields that came up first may have been taken away before anybody watched. */
  check(): void {
    if (!this.isWhole || this.isEmptied) this.#onLoss();
  }

  hostConnected(): void {
    this.current = {number: this.#make('number'), securityCode: this.#make('security-code')};
    this.#watch.observe(this.#host, {childList: true, subtree: true, attributeFilter: ['slot']});
  }

  hostDisconnected(): void {
    this.#watch.disconnect();
    for (const place of Object.values(this.current)) place.remove();
  }

  /** The page has taken none of them away. */
  get isWhole(): boolean {
    // A part that the page places may stand in a shadow tree of the page's.
    const {isConnected} = this.#host;
    return !isConnected || Object.values(this.current).every((place) => place.isConnected && isPlace(place));
  }

  /** Whether the content of a place is gone: the fields are ended, or the page has taken a frame away. */
  get isEmptied(): boolean {
    return Object.values(this.current).some((place) => this.#filled.has(place) && !place.childElementCount);
  }

  #make(slot: string): HTMLElement {
    const isBegun = this.#host.begunSession?.fields;
    let place = placeIn(this.#host, slot);
    if (!place || !isBegun) {
      // A copy of the page's HTML has copies of its frames.
      place?.remove();
      place = makePlace(this.#host, slot);
    }
    // Also where the page has taken the one away that was there.
    if (isBegun) this.#filled.add(place);
    return place;
  }
}

/** Whether the place has not become a node of the page's. */
const isPlace = ({slot}: HTMLElement): boolean => slot === 'number' || slot === 'security-code';
