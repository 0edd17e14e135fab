import type {RunHome} from '../../flow/index.js';

interface Home {
  readonly tracker: string;
  readonly entered: Promise<boolean>;
  leave(): void;
}

/** Settles when the browser has what this page has left: it takes up at once what it has only moved. */
let left: Promise<unknown> = Promise.resolve();

/**
 * The home of a run, as a Web Lock with its tracker's name: one page has it, and the browser passes it on
 * when that page ends, for any reason. A browser without Web Locks, or a page that may not use them, knows of
 * no other page.
 */
export function createRunHome({locks}: {readonly locks?: LockManager} = globalThis.navigator): RunHome {
  let isKnown = locks !== undefined;
  let home: Home | undefined;

  function ask(tracker: string, wait: boolean, end: AbortController): Promise<boolean> {
    return new Promise((resolve) => {
      const over = new Promise<void>((done) => end.signal.addEventListener('abort', () => done()));
      const keep = (lock: Lock | null): Promise<void> | undefined => {
        if (!lock && !end.signal.aborted) home = undefined;
        resolve(lock !== null);
        return lock && !end.signal.aborted ? over : undefined;
      };
      const options: LockOptions = wait ? {signal: end.signal} : {ifAvailable: true};
      const asked = locks!.request(`card-vault:${tracker}`, options, keep).catch(() => {
        if (!end.signal.aborted) isKnown = false;
        resolve(true);
      });
      end.signal.addEventListener('abort', () => void (left = asked));
    });
  }

  function leave(): void {
    home?.leave();
    home = undefined;
  }

  return {
    get isKnown() {
      return isKnown;
    },
    async enter(tracker, wait) {
      if (!isKnown) return true;
      if (home?.tracker === tracker) return home.entered;
      leave();
      const end = new AbortController();
      const entered = left.then(() => end.signal.aborted || ask(tracker, wait, end));
      home = {tracker, entered, leave: () => end.abort()};
      return entered;
    },
    leave,
  };
}
