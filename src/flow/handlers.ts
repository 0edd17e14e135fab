import type {Effect, EventOf, EventType, FlowEvent} from './events.js';
import type {Move} from './moves.js';
import type {State, StateName, StateOf} from './state.js';
import type {Transitions} from './transitions.js';

type Targets<List> = List extends readonly StateName[] ? List[number] : never;
/**
 * One handler for each event of the transition table, which may return no other state than the table allows.
 */
export type Handlers = {
  readonly [S in StateName]: {
    readonly [E in keyof Transitions[S] & EventType]: (
      state: StateOf<S>,
      event: EventOf<E>,
    ) => Move<Targets<Transitions[S][E]>> | Unchanged<StateOf<S>>;
  };
};
/** The event fits the state's name but not what the state holds. */
export type Unchanged<S extends State> = readonly [S, readonly []];

type OwnHandlers = Readonly<Partial<Record<EventType, (state: State, event: FlowEvent) => Move>>>;

/** Finds the handler of an event. One that does not belong to the state, or to the run, changes nothing. */
export function handle(
  handlers: Readonly<Partial<Record<StateName, object>>>,
  state: State,
  event: FlowEvent,
): readonly [State, readonly Effect[]] {
  if ('run' in event && event.run !== state.run) return [state, []];
  // The compiler has checked every handler against its own state and event; the pair in hand is one of those.
  const own = handlers[state.name] as OwnHandlers | undefined;
  return own?.[event.type]?.(state, event) ?? [state, []];
}
