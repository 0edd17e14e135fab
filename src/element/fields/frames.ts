import type {ReactiveController, ReactiveControllerHost} from 'lit';
import type {Flow} from '../../flow/index.js';
import type {FieldName as HostedField, MicroformFields} from '../../gateways/index.js';

/** The element's name of a hosted field. */
export const nameOf = (field: HostedField): 'number' | 'security-code' =>
  field === 'number' ? field : 'security-code';

/** A flow with the hosted fields that it mounts. */
export interface Run {
  readonly flow: Flow;
  readonly fields: Pick<MicroformFields, 'clear' | 'focus' | 'unmount'>;
  /** Updates the frames where their settings have changed. */
  sync(): void;
  /** Reads the appearance of the element anew, then updates the frames. */
  restyle(): void;
}

/** The hosted fields of the present run: kept in step with the element, and taken down with it. */
export class Frames implements ReactiveController {
  readonly #canType: () => boolean;
  #run: Run | undefined;
  /** The fields are brought up again because the page took them away. */
  wereTaken = false;

  /** @param canType true while the fields can be filled. */
  constructor(host: ReactiveControllerHost, canType: () => boolean) {
    host.addController(this);
    this.#canType = canType;
  }

  take(run: Run): void {
    this.#run = run;
  }

  hostUpdated(): void {
    if (this.#canType()) this.#run?.sync();
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
