import type {ReactiveController, ReactiveControllerHost} from 'lit';
import {CardVaultChangeEvent, type CardVaultChangeDetail} from '../events.js';

/** Dispatches `card-vault-change` after an update that changed what the page may know of the entries. */
export class ChangeReporter implements ReactiveController {
  readonly #host: ReactiveControllerHost & EventTarget;
  readonly #describe: () => CardVaultChangeDetail;
  #last: string;

  constructor(host: ReactiveControllerHost & EventTarget, describe: () => CardVaultChangeDetail) {
    (this.#host = host).addController(this);
    this.#describe = describe;
    this.#last = JSON.stringify(describe());
  }

  hostUpdated(): void {
    const detail = this.#describe();
    const before = this.#last;
    this.#last = JSON.stringify(detail);
    if (before !== this.#last) this.#host.dispatchEvent(new CardVaultChangeEvent(detail));
  }
}
