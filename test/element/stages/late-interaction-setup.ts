import type {Drawn, Interaction, InteractionModule, Live} from '../../../src/element/stages/contracts.js';
import {LateInteraction} from '../../../src/element/stages/late-interaction.js';
import {FieldStore} from '../../../src/element/fields/field-store.js';
import {Deferred} from '../../../src/element/session/deferred.js';
import type {CardVaultErrorEvent} from '../../../src/element/events.js';
import type {CardVaultHost} from '../../../src/element/host.js';
import type {State, StateName} from '../../../src/flow/index.js';
import type {FieldEvent} from '../../../src/gateways/index.js';
import type {CardVaultError} from '../../../src/protocol/index.js';
import {FakeHost, FakeTimers} from '../../support/fake-host.js';

export const at = (name: StateName): State => ({name, run: 1}) as State;

/** How a promise ends: the code of its error, or that it has none. */
export const codeOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'resolved',
    (error: CardVaultError) => error.code,
  );

/** All that follows from what is settled has happened. */
export const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** The third stage as far as its loader uses it: each call is noted. */
function fakeInteraction(calls: string[]) {
  const moves = (what: string) => (state: State, previous: State) =>
    void calls.push(`${what} ${previous.name} > ${state.name}`);
  return {
    entries: {forgetHosted: () => void calls.push('forget')},
    clear: () => void calls.push('clear'),
    ...{stateChanged: moves('stateChanged'), report: moves('report')},
    hear: ({type}: FieldEvent) => void calls.push(`hear ${type}`),
    renewal: {due: (_renew: unknown, endsAt: number) => void calls.push(`due ${endsAt}`)},
    saving: {cancel: () => void calls.push('cancel')},
    waiting: {late: () => void calls.push('late')},
  };
}

/** The loader of an element, whose script arrives or is lost when a test says so. */
export function interactionSetup({autofocus = false, inPage = true} = {}) {
  const host = new FakeHost();
  if (inPage) host.attachShadow({mode: 'open'});
  host.toggleAttribute('autofocus', autofocus);
  const calls: string[] = [];
  const errors: string[] = [];
  host.addEventListener('card-vault-error', ({detail}: CardVaultErrorEvent) => errors.push(detail.code));
  const interaction = fakeInteraction(calls);
  const scripts: Deferred<unknown>[] = [];
  const store = new FieldStore(
    Object.assign(host, {cardholderName: false, billingFields: 'none' as const, billing: undefined}),
  );
  const timers = new FakeTimers();
  const drawn = {
    store,
    timers,
    locale: {add: (words: string) => calls.push(`add ${words}`), say: (key: string) => key},
    announcer: {say: (text: string) => calls.push(`say ${text}`)},
  } as unknown as Drawn;
  const live = {
    session: {state: at('idle')},
    typed: () => calls.push('typed'),
  } as unknown as Live;
  const load = (): Promise<InteractionModule> => {
    scripts.push(new Deferred());
    return scripts.at(-1)!.promise as Promise<InteractionModule>;
  };
  const createInteraction = (...given: unknown[]): Interaction => {
    const isOwn = given[0] === host && given[1] === drawn && given[2] === live;
    calls.push(isOwn ? 'create' : 'create for another');
    return interaction as unknown as Interaction;
  };
  const settle = (end: (script: Deferred<unknown>) => void) => (): Promise<void> => {
    end(scripts.at(-1)!);
    return nextTask();
  };
  return {
    host,
    calls,
    errors,
    interaction,
    store,
    timers,
    part: new LateInteraction(host as unknown as CardVaultHost, {
      drawn,
      live: () => live,
      load,
    }),
    /** How often the script was asked for. */
    requests: () => scripts.length,
    arrive: settle((script) => script.resolve({messages: 'words', createInteraction})),
    lose: settle((script) => script.reject(new TypeError('Failed to fetch dynamically imported module: x'))),
  };
}
