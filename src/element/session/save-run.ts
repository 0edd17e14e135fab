import {isBusy, type SaveOutcome} from '../../flow/index.js';
import {CardVaultError} from '../../protocol/index.js';
import type {Entries} from '../fields/entries.js';
import type {SessionController} from './session.js';
import {CardVaultBeforeSaveEvent} from '../events.js';
import {hasEnded} from './phases.js';

export interface SaveRun {
  readonly host: EventTarget;
  readonly session: Pick<SessionController, 'busy' | 'save' | 'state' | 'whenReady'>;
  readonly entries: Pick<
    Entries,
    'brand' | 'cardholderName' | 'consent' | 'fields' | 'firstProblem' | 'read' | 'settled' | 'valid'
  > & {readonly brands: {readonly problem: object | undefined}};
  /** How the run that is under way ends. */
  readonly result: () => Promise<SaveOutcome>;
  /** Shows every error and puts the focus on the first. */
  readonly report: () => void;
  readonly disabled: () => boolean;
  /** Language of the page, as a BCP 47 tag. */
  readonly language: () => string;
  /** The card is complete, and the save is under way from now on. */
  readonly begin: () => void;
  /** The save was cancelled before the card was sent. */
  readonly stopped: () => boolean;
}

/** One `save()`, from the fields being live to its end. */
export async function runSave(run: SaveRun): Promise<SaveOutcome> {
  const {host, session, entries, report, disabled} = run;
  const isUnderWay = (): boolean => session.state.name === 'saved' || isBusy(session.state);
  if (run.stopped()) throw cancelled();
  if (isUnderWay()) return run.result();
  if (disabled()) throw new CardVaultError('not-ready', 'The element is disabled.');
  if (session.state.name === 'failed' && !session.state.saving) throw session.state.error;
  if (hasEnded(session.state)) {
    report();
    throw new CardVaultError('card-incomplete', 'The last attempt is over; start again.');
  }
  // Nothing is waited for without need: the frame is asked for the card in the task of the press, before the
  // busy form is drawn.
  if (session.state.name !== 'collecting') await session.whenReady();
  // A run that an earlier page has begun is taken up.
  if (isUnderWay()) return run.result();
  if (!entries.valid) await entries.settled();
  check(run);
  run.begin();
  const event = new CardVaultBeforeSaveEvent({
    brand: entries.brand,
    cardholderName: entries.fields.includes('name') ? entries.cardholderName : undefined,
    consent: entries.consent,
  });
  if (!host.dispatchEvent(event)) throw refused('A listener of card-vault-before-save prevented it.');
  const delay = event.settled()?.catch((cause: unknown) => {
    throw refused('A promise given to card-vault-before-save was rejected.', cause);
  });
  if (delay) await delay;
  if (run.stopped()) throw cancelled();
  const input = check(run);
  const {consent} = entries;
  const cardholderName = entries.fields.includes('name') ? entries.cardholderName.trim() : '';
  session.save({...input, cardholderName, language: run.language(), ...(consent && {consent})});
  return run.result();
}

/**
 * What was entered; it may have changed, or the fields may have been renewed, while the page's promises ran.
 */
function check({entries, session, report}: SaveRun): NonNullable<ReturnType<Entries['read']>> {
  const input = session.state.name === 'collecting' ? entries.read() : undefined;
  if (input) return input;
  report();
  const field = entries.firstProblem;
  const brand = field === 'number' && entries.brands.problem;
  throw new CardVaultError(
    brand ? 'brand-not-accepted' : 'card-incomplete',
    'The card details are not complete or not right.',
    field && {field},
  );
}

function refused(message: string, cause?: unknown): CardVaultError {
  return new CardVaultError('not-ready', message, {cause, retryable: true});
}

function cancelled(): CardVaultError {
  return refused('cancel() was called before the card was sent.');
}
