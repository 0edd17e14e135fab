import {step, type Effect, type FlowAnswer, type FlowEvent, type State} from '../../../src/flow/index.js';
import {
  CardVaultError,
  nextStepByStatus,
  type AuthenticationStatus,
  type Payment,
  type Session,
} from '../../../src/protocol/index.js';
import {paymentMethod, session, setup} from './fake-ports.js';
import {input, textOf} from './examples.js';
import {broke, trackerActions, type Pending, type Tracker, type World} from './world.js';

/** How much happens in one exploration. */
export interface Scope {
  readonly accountVerification: boolean;
  readonly entryMode: Session['entryMode'];
  /** The service shows nothing of a challenge's result, as the recorded one may (wire 9.2). */
  readonly silent?: boolean;
  readonly statuses: readonly (AuthenticationStatus | 'UNKNOWN')[];
  /** Runs that may be opened, and pages that may be loaded again. */
  readonly opens: number;
  readonly reloads: number;
}

export interface Turn {
  readonly name: string;
  readonly by: 'people' | 'bank' | 'answer' | 'late answer';
  readonly world: World;
}

export const begin: World = {state: {name: 'idle', run: 0}, pending: [], trackers: {}, opens: 0, reloads: 0};

const lost = new CardVaultError('service-unreachable', 'lost');
const refused = new CardVaultError('request-refused', 'refused');

/** Everything that can happen next: what people do, and what the network, the service and the bank do. */
export function turns(world: World, scope: Scope): readonly Turn[] {
  return [...peoplesTurns(world, scope), ...banksTurns(world), ...answers(world, scope)];
}

function peoplesTurns(world: World, scope: Scope): readonly Turn[] {
  const {memory, state} = world;
  const commands: FlowEvent[] = [{type: 'save', input}, {type: 'cancel'}];
  if (world.opens < scope.opens) commands.push({type: 'open'});
  if (memory && state.name === 'idle') commands.push({type: 'resume', remembered: memory});
  const done: Turn[] = commands.map((command) => ({
    name: command.type,
    by: 'people',
    world: handle(command.type === 'open' ? {...world, opens: world.opens + 1} : world, command),
  }));
  const reset = handle(world, {type: 'reset'});
  // One that keeps the run, which can be taken up again, counts as a page that is loaded again.
  const isKept = state.name !== 'idle' && reset.memory !== undefined;
  if (!isKept) done.push({name: 'reset', by: 'people', world: reset});
  else if (world.reloads < scope.reloads)
    done.push({name: 'reset', by: 'people', world: {...reset, reloads: reset.reloads + 1}});
  if (world.reloads >= scope.reloads || state.name === 'idle') return done;
  const pending = givenUp(world.pending).map((one) => ({...one, run: -1}));
  const reloaded = {...world, state: begin.state, pending, reloads: world.reloads + 1};
  return [...done, {name: 'reload', by: 'people', world: reloaded}];
}

/** The bank decides at any time, whether or not its page is still open. */
function banksTurns(world: World): readonly Turn[] {
  return Object.entries(world.trackers).flatMap(([token, tracker]) =>
    tracker.challenge === 'shown'
      ? (['succeeded', 'failed'] as const).map((challenge) => ({
          name: `bank: ${challenge}`,
          by: 'bank' as const,
          world: changed(world, token, {challenge}),
        }))
      : [],
  );
}

function answers(world: World, scope: Scope): readonly Turn[] {
  return world.pending.flatMap((one, index): readonly Turn[] => {
    const rest = {...world, pending: world.pending.filter((_, other) => other !== index)};
    const {type} = one.effect;
    const done = outcomes(rest, one, scope);
    if (one.given) {
      // It still happens at the service. Its answer is handed over too, though a runner would drop it.
      return done.map(([after, answer]) => ({
        name: `late ${type} ${answer.type}`,
        by: 'late answer',
        world: one.run === -1 ? after : handle(after, answer),
      }));
    }
    const lostAfterwards = done.filter(([, answer]) => trackerActions.has(type) && answer.type !== 'error');
    const heard = [
      ...done,
      ...lostAfterwards.map(([after]) => [after, failure(one, lost)] as const),
      ...failures(one, world, scope).map((answer) => [rest, answer] as const),
    ];
    return heard.map(([after, answer]) => ({
      name: `${type}: ${describe(answer)}`,
      by: 'answer',
      world: handle(after, answer),
    }));
  });
}

/** What the service makes of it, and what it answers. */
function outcomes(
  world: World,
  {effect, run}: Pending,
  scope: Scope,
): readonly (readonly [World, FlowAnswer])[] {
  switch (effect.type) {
    case 'enter-home':
      return (effect.wait ? [true] : [true, false]).map((here) => [world, {type: 'home', run, here}]);
    case 'open-session': {
      const tracker = effect.tracker ?? `track_${Object.keys(world.trackers).length + 1}`;
      const {accountVerification, entryMode} = scope;
      const features: Session['features'] = scope.silent ? [] : ['names-method'];
      const opened = {...session, tracker, accountVerification, entryMode, features};
      return [[changed(world, tracker, {}), {type: 'session', run, session: opened}]];
    }
    case 'request-context':
      return [[world, {type: 'context', run, expiresAt: 900_000}]];
    case 'mount-fields':
      return [[world, {type: 'fields-mounted', run}]];
    case 'watch-context':
      return [[world, {type: 'context-ending', run}]];
    case 'tokenize':
      return [[world, {type: 'tokenized', run}]];
    case 'send-token':
    case 'send-card':
      return [[world, {type: 'setup', run, card: setup.card}]];
    case 'collect-device-data':
      return [true, false].map((collected) => [world, {type: 'device-data', run, collected}]);
    case 'enroll':
      return scope.statuses.map((status) => {
        const after = changed(world, effect.session.tracker, {enrolled: status});
        return [after, {type: 'enrollment', run, enrollment: {status}}];
      });
    case 'present-step-up': {
      const {tracker} = effect.session;
      const shown = world.trackers[tracker]?.challenge ?? 'shown';
      const after = changed(world, tracker, {challenge: shown});
      return (['returned', 'closed', 'timed-out'] as const).map((how) => [
        after,
        {type: 'step-up-ended', run, how},
      ]);
    }
    case 'authorize':
      return [authorized(world, effect.tracker, run)];
    case 'read-payment':
      return [
        [
          changed(world, effect.tracker, {mustRead: false}),
          {type: 'payment', run, payment: truth(world, effect.tracker, scope)},
        ],
      ];
    case 'complete':
      return [completed(world, effect.tracker, run)];
    case 'wait':
      return [[world, {type: 'waited', run}]];
    default:
      return [];
  }
}

function authorized(world: World, token: string, run: number): readonly [World, FlowAnswer] {
  const tracker = world.trackers[token];
  const next = tracker?.enrolled && tracker.enrolled !== 'UNKNOWN' && nextStepByStatus[tracker.enrolled];
  if (next !== 'authorize' || tracker?.authorized) return [world, {type: 'error', run, error: refused}];
  return [changed(world, token, {authorized: true}), {type: 'authorized', run}];
}

function completed(world: World, token: string, run: number): readonly [World, FlowAnswer] {
  const tracker = world.trackers[token];
  if (!tracker?.authorized && tracker?.challenge !== 'succeeded')
    return [world, {type: 'error', run, error: refused}];
  const completion = {paymentMethod, reversed: true};
  return [changed(world, token, {completed: true}), {type: 'completion', run, completion}];
}

function truth(world: World, token: string, {silent = false}: Scope): Payment {
  const {enrolled, challenge, authorized: held, completed: over} = world.trackers[token] ?? {};
  const done = held === true || challenge === 'succeeded';
  const pendingAuthorization = enrolled === 'FRICTIONLESS' || enrolled === 'ATTEMPTED';
  if (silent && (challenge === 'succeeded' || challenge === 'failed')) {
    const shown = {authorized: false, reversed: false} as const;
    return {
      ...shown,
      tracker: token,
      state: 'TRACKER_ENDED',
      nextAction: 'NOOP',
      enrollment: {status: 'REQUIRED'},
    };
  }
  return {
    tracker: token,
    state: 'TRACKER_ENROLLED',
    nextAction: done ? 'NOOP' : pendingAuthorization ? 'AUTHORIZATION' : 'PAYER_AUTH_VALIDATION',
    ...(enrolled && {enrollment: {status: enrolled}}),
    ...((challenge === 'succeeded' || challenge === 'failed') && {validation: {result: challenge}}),
    authorized: done,
    reversed: over === true,
    ...(done && {paymentMethod}),
  };
}

function failures(one: Pending, {trackers}: World, {silent}: Scope): readonly FlowAnswer[] {
  const {type} = one.effect;
  // Where the shop's server decides, it does not refuse what the bank confirmed.
  if (silent && one.effect.type === 'complete' && trackers[one.effect.tracker]?.challenge === 'succeeded')
    return [failure(one, lost)];
  if (['wait', 'watch-context', 'enter-home'].includes(type)) return [];
  return [failure(one, lost), failure(one, refused)];
}

function failure({effect, run}: Pending, error: CardVaultError): FlowAnswer {
  return effect.type === 'tokenize' ? {type: 'card-refused', run, error} : {type: 'error', run, error};
}

/** The flow hears of something: its state moves, its effects go out, and the rules are looked at. */
function handle(world: World, event: FlowEvent): World {
  const [state, effects] = step(world.state, event);
  return effects.reduce<World>((before, effect) => sent(before, effect, state), {...world, state});
}

function sent(world: World, effect: Effect, state: State): World {
  const broken = world.broken ?? broke(world, effect);
  const next: World = broken === undefined ? world : {...world, broken};
  switch (effect.type) {
    case 'abort':
      return {...next, pending: givenUp(next.pending)};
    case 'remember':
      return {...next, memory: effect.remembered};
    case 'forget': {
      const {memory: _, ...rest} = next;
      return rest;
    }
    case 'unmount-fields':
    case 'watch-departure':
      return next;
    default: {
      const others = next.pending.filter((one) => one.effect.type !== 'watch-context');
      const shown = effect.type === 'present-step-up' ? effect.session.tracker : undefined;
      const asked = {...next, pending: [...others, {effect, run: state.run, given: false}]};
      return shown === undefined ? asked : changed(asked, shown, {challenge: 'shown', mustRead: true});
    }
  }
}

/** What was sent stays on its way; what only this page was doing is over. */
function givenUp(pending: readonly Pending[]): readonly Pending[] {
  return pending.filter(({effect}) => trackerActions.has(effect.type)).map((one) => ({...one, given: true}));
}

function changed(world: World, token: string, change: Partial<Tracker>): World {
  return {...world, trackers: {...world.trackers, [token]: {...world.trackers[token], ...change}}};
}

function describe(answer: FlowAnswer): string {
  if (answer.type === 'error' || answer.type === 'card-refused') return answer.error.code;
  if (answer.type === 'enrollment') return answer.enrollment.status;
  return answer.type === 'step-up-ended' ? answer.how : answer.type;
}

/** Two worlds with one text behave alike. Run numbers count from the present run. */
export function worldText(world: World): string {
  const pending = world.pending
    .map(
      ({effect, run, given}) =>
        `${effect.type} ${'tracker' in effect ? effect.tracker : ''} ${run === world.state.run} ${given}`,
    )
    .sort();
  return [
    textOf(world.state),
    pending.join(),
    JSON.stringify([world.trackers, world.memory, world.opens, world.reloads]),
  ].join(' | ');
}
