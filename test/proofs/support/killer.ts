import {setTimeout as pause} from 'node:timers/promises';
import {RawSave} from './raw-save.js';
import {ServiceProcess} from './service-process.js';
import {advance, checkHolds, checkSave, ledger} from './verify.js';

const callers = 6;
/** Effects between a start and a kill, at most: a busy machine is given the time to do something worth losing. */
const mostEffects = 12;
/** Where all saves wait for leases of the dead, nothing is acknowledged. */
const patienceMs = 10_000;
/** More than a lease of a tracker or of a key. */
const leaseMs = 61_000;
/** More than the time after which a hold is owed back. */
const dueMs = 31 * 60_000;

export interface KillOptions {
  readonly database: string;
  readonly kills: number;
  /** Kills at any moment of the load, or while an authorization is under way. */
  readonly when: 'anytime' | 'authorizing';
  /** Ends the database server too, in some rounds, and answers when it is back. */
  readonly killDatabase?: (round: number) => Promise<void>;
}

export interface KillResult {
  /** Milliseconds from the start of a process to its first 200, for each restart. */
  readonly starts: readonly number[];
  readonly acknowledged: number;
  readonly holds: number;
  readonly violations: string[];
}

/** Saves cards without a pause while the process that serves them is killed over and over; then looks what became of them. */
export async function killUnderLoad(options: KillOptions): Promise<KillResult> {
  const saves: RawSave[] = [];
  const violations: string[] = [];
  const starts: number[] = [];
  let authorizing: () => void = () => undefined;
  let ended = false;
  const acknowledgements = () => saves.reduce((sum, save) => sum + save.acknowledged.length, 0);
  const restart = async (ports?: readonly number[]) => {
    const begun = performance.now();
    const next = new ServiceProcess({
      database: options.database,
      flags: ['--allow-raw'],
      ...(ports && {ports}),
    });
    await next.ready();
    while ((await next.get('/readyz').catch(() => undefined))?.status !== 200) await pause(10);
    return {next, milliseconds: performance.now() - begun};
  };
  let current: Promise<ServiceProcess> = restart().then(({next}) => next);
  const caller = async (number: number) => {
    for (let count = 0; !ended; count++) {
      const save = new RawSave((count + number) % 3 === 0);
      saves.push(save);
      await save
        .run(
          () => current,
          (step) => step === 'authorization' && authorizing(),
        )
        .catch((error: Error) => violations.push(error.message));
    }
  };
  const load = Promise.all(Array.from({length: callers}, (_, number) => caller(number)));
  for (let round = 0; round < options.kills; round++) {
    const service = await current;
    const enough = acknowledgements() + Math.ceil(Math.random() * mostEffects);
    const patience = performance.now() + patienceMs;
    while (acknowledgements() < enough && performance.now() < patience) await pause(5);
    await pause(Math.random() * 50);
    if (options.when === 'authorizing') {
      await new Promise<void>((resolve) => (authorizing = resolve));
      await pause(Math.random() * 8);
    }
    await service.kill();
    current = (options.killDatabase?.(round) ?? Promise.resolve()).then(async () => {
      const {next, milliseconds} = await restart();
      starts.push(milliseconds);
      return next;
    });
    await current;
  }
  ended = true;
  await load;
  const service = await current;
  try {
    violations.push(...(await settle(service, saves)));
    const books = await ledger(service);
    const holds = [...books.values()]
      .flat()
      .filter(({kind, approved}) => kind === 'authorization' && approved);
    const acknowledged = acknowledgements();
    if (acknowledged < options.kills) violations.push('fewer effects than kills: hardly anything is shown');
    return {starts, acknowledged, holds: holds.length, violations};
  } finally {
    await service.kill();
  }
}

/** Lets leases of the dead run out, finishes what was parked, checks every save, and has the holds given back. */
async function settle(service: ServiceProcess, saves: readonly RawSave[]): Promise<string[]> {
  const wrong: string[] = [];
  await advance(service, leaseMs);
  for (const save of saves) {
    const finished = await save.run(() => Promise.resolve(service)).catch((error: Error) => error);
    if (finished !== true)
      wrong.push(`a save cannot be finished: ${finished === false ? 'still claimed' : finished.message}`);
    wrong.push(...(await checkSave(service, save)));
  }
  await advance(service, dueMs);
  wrong.push(...checkHolds(await ledger(service)));
  return wrong;
}
