import type {EventOf, FlowEvent} from './events.js';
import type {Handlers, Unchanged} from './handlers.js';
import {toCapturing, toCollecting, toFailed, toIdle, toOpening, type Move} from './moves.js';
import type {State, StateOf} from './state.js';

/** Keeps the memory of a run that may have authorized: it is settled before anything new is begun. */
export const reset = (state: State): Move<'idle'> => toIdle(state, !mayHold(state));
export const leave = (state: State): Move<'idle'> => toIdle(state, false);
export const fail = (state: State, event: EventOf<'error'>): Move<'failed'> => toFailed(state, event.error);

/**
 * An amount may be held, or the card charged: authorization has begun, or a run of an earlier page is being
 * taken up.
 */
const mayHold = ({name, resuming, unsettled}: State): boolean =>
  name === 'authorizing' ||
  name === 'confirming' ||
  name === 'completing' ||
  (name === 'opening' && resuming !== undefined) ||
  unsettled !== undefined;

/**
 * A session of its own: fields next, unless the page has inputs of its own, or the card is saved already and
 * its code is not asked for.
 */
export function openedAnew(
  state: StateOf<'opening'>,
  {session}: EventOf<'session'>,
): Move<'capturing' | 'collecting'> {
  const next: StateOf<'opening'> = {name: 'opening', run: state.run, session};
  return (session.entryMode === 'flex' || session.payment?.securityCode ? toCapturing : toCollecting)(
    next,
    {},
  );
}

/**
 * The machine as far as live fields, and back from a run that came to nothing. `step.ts` adds the saving half;
 * a page loads that when there is something to save.
 */
export const entryHandlers = {
  idle: {
    open: toOpening,
    // The saving half could not be loaded for a remembered run, which is settled before anything new is begun.
    error: (state: StateOf<'idle'>, {error, resuming}: EventOf<'error'>): Move<'failed'> => [
      {name: 'failed', run: state.run + 1, error, unsettled: 'truth', ...(resuming && {resuming})},
      [],
    ],
  },
  opening: {session: openedAnew, error: fail, cancel: leave, reset},
  capturing: {
    context: (state: StateOf<'capturing'>, {expiresAt}: EventOf<'context'>): Move<'capturing'> =>
      // The second context of one request would mount a second set of fields.
      state.contextExpiresAt === undefined
        ? [{...state, contextExpiresAt: expiresAt}, [{type: 'mount-fields'}]]
        : [state, []],
    'fields-mounted': (state: StateOf<'capturing'>): Move<'collecting'> | Unchanged<StateOf<'capturing'>> =>
      state.contextExpiresAt === undefined
        ? [state, []]
        : toCollecting(state, {
            ...(state.renewed && {renewed: true}),
            ...(state.error && {error: state.error}),
          }),
    error: fail,
    cancel: leave,
    reset,
  },
  collecting: {
    'context-ending': (state: StateOf<'collecting'>, {silent}: EventOf<'context-ending'>) =>
      toCapturing(state, {renewed: !silent}),
    // The saving half could not be loaded: the fields stay live, and the shopper can try again.
    error: (state: StateOf<'collecting'>, {error}: EventOf<'error'>): Move<'collecting'> => [
      {...state, error},
      [],
    ],
    cancel: leave,
    reset,
  },
  failed: {open: toOpening, reset},
} satisfies EntryHandlers;

type EntryHandlers = {
  readonly [S in 'idle' | 'opening' | 'capturing' | 'collecting' | 'failed']: Partial<Handlers[S]>;
};

/** True for an event that only the saving half can handle: a save, or a run whose end is not known. */
export function needsSaving(state: State, event: FlowEvent): boolean {
  const {type} = event;
  return type === 'save' || type === 'resume' || (type === 'open' && state.unsettled !== undefined);
}
