import {isBusy, type State} from '../../flow/index.js';
import type {CardVaultError} from '../../protocol/index.js';
import {lostScript} from '../../protocol/lost-script.js';
import {hasEnded, isLoading, type Ended} from '../phases.js';
import type {FieldName} from '../options.js';
import {lostWords} from '../report.js';
import type {Announcer} from './announcer.js';
import type {Say} from './locale.js';
import type {Problem} from '../fields.js';
import type {MessageKey} from '../../texts/shapes.js';

/** The words for an ended run and for errors; they are in a part of the element that is loaded later. */
export interface OutcomeWords extends ErrorWords {
  outcomeText(
    state: Ended,
    say: Say,
    shopName?: string,
    afterSave?: boolean,
  ): {readonly title: string; readonly sentence: string};
}

export interface AnnouncingOptions {
  /** Why the fields are fresh ones. */
  readonly renewed: () => 'renewed' | 'fieldsMoved';
  readonly announcer: Pick<Announcer, 'say'>;
  readonly say: Say;
  readonly outcome: () => Promise<OutcomeWords>;
  readonly shopName: () => string | undefined;
  /** An ending stays true beside the fields that come after it. */
  readonly isKept: (state: State) => boolean;
  /** The ending follows a save whose fields could not come back. */
  readonly afterSave: () => boolean;
  /** The outcome has been announced. */
  readonly onOutcome: () => void;
}

/** Messages for screen readers: one for each step that matters to the shopper. */
export class Announcing {
  readonly #options: AnnouncingOptions;
  #state: State | undefined;

  constructor(options: AnnouncingOptions) {
    this.#options = options;
  }

  /** The error of a field, under its label. */
  problem(field: FieldName, {key, values, label}: Problem): void {
    const {announcer, say} = this.#options;
    announcer.say(`${say(label ?? labels[field])}: ${say(key, values)}`);
  }

  stateChanged(state: State, previous: State): void {
    const {announcer, isKept, say} = this.#options;
    this.#state = state;
    // Words about the last run must not be read beside the fields of the next. Words about loading stay: a
    // press has asked for them.
    const isAnew = state.name === 'opening' && !isLoading(previous) && !isKept(previous);
    if (state.name === 'idle' || isAnew) announcer.say('');
    if (state.name === 'opening' && state.elsewhere) announcer.say(say('elsewhere'));
    if (isBusy(state) && !isBusy(previous)) announcer.say(say('saving'));
    if (state.name === 'stepping-up' && previous.name !== state.name) announcer.say(say('waitingForBank'));
    if (state.name === 'collecting' && state.renewed) announcer.say(say(this.#options.renewed()));
    else if (state.name === 'collecting' && state.error) void this.#failed(state, state.error);
    else if (hasEnded(state)) void this.#ended(state);
  }

  /** A save that came back to the live fields. */
  async #failed(state: State, error: CardVaultError): Promise<void> {
    const {announcer, say, outcome} = this.#options;
    const words = await outcome().catch(() => undefined);
    if (this.#state === state) announcer.say(errorText(error, words, say));
  }

  async #ended(state: Ended): Promise<void> {
    const {announcer, say, outcome, shopName, afterSave, onOutcome} = this.#options;
    let lost: CardVaultError | undefined;
    const words = await outcome().catch((cause: unknown) => void (lost = lostScript(cause)));
    // Another run has begun meanwhile.
    if (this.#state !== state) return;
    if (words) {
      const {title, sentence} = words.outcomeText(state, say, shopName(), afterSave());
      announcer.say(`${title}. ${sentence}`);
    } else if (lost && state.name !== 'saved') announcer.say(say(lostWords(lost)));
    onOutcome();
  }
}

/** The label of each field, as a message. */
export const labels = {
  number: 'number',
  expiry: 'expiry',
  'security-code': 'securityCode',
  name: 'name',
  street1: 'street1',
  street2: 'street2',
  city: 'city',
  state: 'state',
  'postal-code': 'postalCode',
  country: 'country',
  consent: 'consentLabel',
} as const satisfies Record<FieldName, string>;

/** Sentences about errors, where they are loaded. */
export interface ErrorWords {
  errorKey(error: CardVaultError): MessageKey;
}

/**
 * Sentence about an error beside the live fields, and that no money moved, since the card was not sent on.
 * An entry to correct needs no word about money.
 */
export function errorText(error: CardVaultError, words: ErrorWords | undefined, say: Say): string {
  const key = words?.errorKey(error) ?? (error.audience === 'shopper' ? 'formIncomplete' : lostWords(error));
  return key === 'formIncomplete' ? say(key) : `${say(key)} ${say('notCharged')}`;
}
