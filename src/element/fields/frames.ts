import type {ReactiveController, ReactiveControllerHost} from 'lit';
import type {FieldName as HostedField} from '../../gateways/index.js';
import type {Run} from '../session/run.js';

/** The hosted fields of the present run: kept in step with the element, and taken down with it. */
export class Frames implements ReactiveController {
  readonly #live: () => boolean;
  #run: Run | undefined;
  /** The fields are brought up again because the page took them away. */
  wereTaken = false;

  /** @param live true while the fields can be filled. */
  constructor(host: ReactiveControllerHost, live: () => boolean) {
    host.addController(this);
    this.#live = live;
  }

  take(run: Run): void {
    this.#run = run;
  }

  hostUpdated(): void {
    if (this.#live()) this.#run?.sync();
  }

  restyle(): void {
    this.#run?.restyle();
  }

  focus(field: HostedField): void {
    this.#run?.fields.focus(field);
  }

  /** Takes the fields down and brings them up again; `silent` where nothing has to be typed again. */
  renew(silent: boolean, wereTaken = false): void {
    this.wereTaken = wereTaken;
    this.#run?.flow.renew?.(silent);
  }

  /** Empties one field, or both; they stay live. */
  clear(field?: HostedField): void {
    this.#run?.fields.clear(field);
  }

  /** Ends them; a card that is asked for meanwhile is not to be had. */
  end(): void {
    this.wereTaken = true;
    this.#run?.fields.unmount();
  }

  close(): void {
    this.#run?.fields.unmount();
    this.#run = undefined;
  }

  hostDisconnected(): void {
    this.close();
  }
}
