import type {ReactiveController, ReactiveControllerHost} from 'lit';

/**
 * The two light-DOM children that hold the hosted fields' frames (decision 0001): `<div slot="number">` and
 * `<div slot="security-code">`. Made when the element is connected, removed when it leaves.
 */
export class PlacesController implements ReactiveController {
  readonly #host: ReactiveControllerHost & HTMLElement;
  #places: {readonly number: HTMLElement; readonly securityCode: HTMLElement} | undefined;

  constructor(host: ReactiveControllerHost & HTMLElement) {
    (this.#host = host).addController(this);
  }

  /** Only while the host is connected. */
  get current(): {readonly number: HTMLElement; readonly securityCode: HTMLElement} {
    return this.#places!;
  }

  hostConnected(): void {
    this.#places = {number: this.#make('number'), securityCode: this.#make('security-code')};
  }

  hostDisconnected(): void {
    this.#places?.number.remove();
    this.#places?.securityCode.remove();
    this.#places = undefined;
  }

  #make(slot: string): HTMLElement {
    const place = this.#host.ownerDocument.createElement('div');
    place.slot = slot;
    this.#host.append(place);
    return place;
  }
}
