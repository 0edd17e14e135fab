import {isBusy, type State} from '../../flow/index.js';
import {hasEnded, type Ended} from '../phases.js';
import type {FieldName} from '../options.js';
import type {LiveRegion} from './live-region.js';
import type {Say} from './locale.js';
import {labels, type Problem} from './problems.js';

/** The words for an ended run; they are in a part of the element that is loaded later. */
export interface OutcomeWords {
  outcomeText(state: Ended, say: Say): {readonly title: string; readonly sentence: string};
}

export interface AnnouncingOptions {
  readonly live: Pick<LiveRegion, 'say'>;
  readonly say: Say;
  readonly outcome: () => Promise<OutcomeWords>;
  /** The outcome has been announced. */
  readonly onOutcome: () => void;
}

/** What a screen reader hears: one message for each step that matters to the shopper. */
export class Announcing {
  readonly #options: AnnouncingOptions;

  constructor(options: AnnouncingOptions) {
    this.#options = options;
  }

  /** The error of a field, under its label. */
  problem(field: FieldName, {key, values}: Problem): void {
    const {live, say} = this.#options;
    live.say(`${say(labels[field])}: ${say(key, values)}`);
  }

  moved(state: State, previous: State): void {
    const {live, say} = this.#options;
    if (isBusy(state) && !isBusy(previous)) live.say(say('saving'));
    if (state.name === 'stepping-up' && previous.name !== state.name) live.say(say('waitingForBank'));
    if (state.name === 'collecting' && state.renewed) live.say(say('renewed'));
    if (hasEnded(state)) void this.#ended(state);
  }

  async #ended(state: Ended): Promise<void> {
    const {live, say, outcome, onOutcome} = this.#options;
    const words = await outcome().catch(() => undefined);
    if (!words) return;
    const {title, sentence} = words.outcomeText(state, say);
    live.say(`${title}. ${sentence}`);
    onOutcome();
  }
}
