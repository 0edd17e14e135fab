import type {ReactiveController, ReactiveControllerHost} from 'lit';

/**
 * The two light-DOM children that hold the hosted fields' frames (decision 0001): `<div slot="number">` and
 * `<div slot="security-code">`. Made when the element is connected, removed when it leaves.
 */
export class PlacesController implements ReactiveController {
  readonly #host: ReactiveControllerHost & HTMLElement;
  /** Only while the host is connected. */
  current!: {readonly number: HTMLElement; readonly securityCode: HTMLElement};

  constructor(host: ReactiveControllerHost & HTMLElement) {
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
    const place = this.#host.ownerDocument.createElement('div');
    place.slot = slot;
    this.#host.append(place);
    return place;
  }
}
