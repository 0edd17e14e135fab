import type {ReactiveController, ReactiveControllerHost} from 'lit';
import type {Focus} from './focus.js';

export interface FocusRequestsHost {
  readonly inactive: boolean;
}

/** The focus that a page asks for in HTML: by `autofocus`, once for each connection, and by the press of a label. */
export class FocusRequests implements ReactiveController {
  readonly #host: FocusRequestsHost & ReactiveControllerHost & HTMLElement;
  readonly #focus: Pick<Focus, 'into' | 'isInside'>;
  #autofocus = false;

  constructor(
    host: FocusRequestsHost & ReactiveControllerHost & HTMLElement,
    focus: Pick<Focus, 'into' | 'isInside'>,
  ) {
    (this.#host = host).addController(this);
    this.#focus = focus;
    host.addEventListener('click', this.#onClick);
  }

  hostConnected(): void {
    this.#autofocus = this.#host.hasAttribute('autofocus');
  }

  /** As soon as the element is rendered, which in a dialog or a popover is later than connected. */
  hostUpdated(): void {
    const host = this.#host;
    if (!this.#autofocus || host.inactive || host.getClientRects().length === 0) return;
    this.#autofocus = false;
    const {activeElement, body} = host.ownerDocument;
    if (!activeElement || activeElement === body || activeElement.contains(host)) this.#focus.into('number');
  }

  /** A label dispatches a click on the element itself; a label around it also after every click within. */
  readonly #onClick = (event: Event): void => {
    if (event.composedPath()[0] === this.#host && !this.#host.inactive && !this.#focus.isInside)
      this.#host.focus();
  };
}
