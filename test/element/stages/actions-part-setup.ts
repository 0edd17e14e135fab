import type {Actions} from '../../../src/element/stages/actions.js';
import {ActionsPart} from '../../../src/element/stages/actions-part.js';
import {Deferred} from '../../../src/element/stages/deferred.js';
import type {Drawn, Live} from '../../../src/element/stages/drawn.js';
import type {WithEngine} from '../../../src/element/stages/engine-parts.js';
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

/** The actions as far as their part uses them: each call is noted. */
function fakeActions(calls: string[]) {
  const moves = (what: string) => (state: State, previous: State) =>
    void calls.push(`${what} ${previous.name} > ${state.name}`);
  return {
    entries: {hosted: {unread: false}},
    ...{moved: moves('moved'), report: moves('report')},
    hear: ({type}: FieldEvent) => void calls.push(`hear ${type}`),
    takeOver: () => void calls.push('take over'),
    clear: () => void calls.push('clear'),
    renewal: {due: (_renew: unknown, endsAt: number) => void calls.push(`due ${endsAt}`)},
    saving: {cancel: () => void calls.push('cancel')},
    waiting: {late: () => void calls.push('late')},
  };
}

/** The part of an element, whose script arrives or is lost when a test says so. */
export function actionsSetup({autofocus = false, drawn = true} = {}) {
  const host = new FakeHost();
  if (drawn) host.attachShadow({mode: 'open'});
  host.toggleAttribute('autofocus', autofocus);
  const calls: string[] = [];
  const errors: string[] = [];
  host.addEventListener('card-vault-error', ({detail}: CardVaultErrorEvent) => errors.push(detail.code));
  const actions = fakeActions(calls);
  const scripts: Deferred<unknown>[] = [];
  const early = {
    heard: false,
    enter: (field: string) => calls.push(`enter ${field}`),
    leave: () => calls.push('leave'),
  };
  const timers = new FakeTimers();
  const live = {
    ...{early, timers},
    locale: {add: (words: string) => calls.push(`add ${words}`), say: (key: string) => key},
    live: {say: (text: string) => calls.push(`say ${text}`)},
    parts: () => ({typed: () => calls.push('typed')}),
    module: {
      loadActions() {
        scripts.push(new Deferred());
        return scripts.at(-1)!.promise;
      },
    },
  } as unknown as Drawn & Live & WithEngine;
  const composeActions = (...given: unknown[]): Actions => {
    calls.push(given[0] === host && given[1] === live ? 'compose' : 'compose for another');
    return actions as unknown as Actions;
  };
  const settle = (end: (script: Deferred<unknown>) => void) => (): Promise<void> => {
    end(scripts.at(-1)!);
    return nextTask();
  };
  return {
    ...{host, calls, errors, actions, early, timers},
    part: new ActionsPart(host as unknown as CardVaultHost, live),
    /** How often the script was asked for. */
    requests: () => scripts.length,
    arrive: settle((script) => script.resolve({messages: 'words', composeActions})),
    lose: settle((script) => script.reject(new TypeError('Failed to fetch dynamically imported module: x'))),
  };
}
