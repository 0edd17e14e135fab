import type {ReactiveController, ReactiveControllerHost} from 'lit';

export interface AutofocusHost {
  readonly inactive: boolean;
}

/** The attribute `autofocus`: once for each connection, and only where nothing else has the focus. */
export class Autofocus implements ReactiveController {
  readonly #host: AutofocusHost & ReactiveControllerHost & HTMLElement;
  readonly #focus: () => void;
  #pending = false;

  constructor(host: AutofocusHost & ReactiveControllerHost & HTMLElement, focus: () => void) {
    (this.#host = host).addController(this);
    this.#focus = focus;
    host.requestUpdate();
  }

  hostConnected(): void {
    this.#pending = this.#host.hasAttribute('autofocus');
  }

  /** As soon as the element is rendered, which in a dialog or a popover is later than connected. */
  hostUpdated(): void {
    const host = this.#host;
    if (!this.#pending || host.inactive || host.getClientRects().length === 0) return;
    this.#pending = false;
    const {activeElement, body} = host.ownerDocument;
    if (!activeElement || activeElement === body || activeElement.contains(host)) this.#focus();
  }
}
