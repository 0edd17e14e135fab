import {recordTrace} from 'card-vault/inspector';
import {fillCard, testCard, type TestCardBrand, type TestCase} from 'card-vault/testing';
import {openChannel, type BenchMessage} from './channel.js';
import type {Outcome} from './cases.js';

const place = 'sorrel-bench-run';

/** Plays the run that the address names: types the card, presses the shop’s button, and tells the bench how it ended. */
export function playRun(query: URLSearchParams): void {
  const id = query.get('run') ?? '';
  const channel = openChannel();
  const tell = (message: BenchMessage): void => channel.postMessage(message);
  channel.addEventListener('message', ({data}: MessageEvent<BenchMessage>) => {
    if (data.type === 'go' && window.parent === window) location.assign(data.address);
  });
  // The window of the last run may have had another width. A frame has that which the bench gives it.
  if (window.parent === window) window.resizeBy(Number(query.get('width')) - innerWidth, 0);
  const isBack = sessionStorage.getItem(place) === id;
  // A run that an earlier case has left behind is not taken up.
  if (!isBack) {
    for (const key of Object.keys(sessionStorage))
      if (key.startsWith('card-vault')) sessionStorage.removeItem(key);
    sessionStorage.setItem(place, id);
  }
  const element = document.querySelector('card-vault')!;
  const recorder = () => recordTrace(element);
  for (const type of ['saved', 'paid', 'stopped', 'error'])
    document.addEventListener(`card-vault-${type}`, (event) => {
      const outcome = outcomeOf(type, (event as CustomEvent<Detail>).detail);
      // The recorder hears it, too, and the book of the run is closed after that.
      queueMicrotask(() => tell({type: 'ended', id, outcome, trace: recorder().trace}));
    });
  void customElements.whenDefined('card-vault').then(async () => {
    recorder();
    tell({type: 'begun', id});
    if (isBack) return;
    await fillCard(element, testCard(query.get('case') as TestCase, query.get('brand') as TestCardBrand));
    if (query.get('until') !== 'form')
      document.querySelector<HTMLButtonElement>('form button.primary')!.click();
  });
}

interface Detail {
  readonly reason?: string;
  readonly code?: string;
  readonly authentication?: {
    readonly status: string;
    readonly eci?: string;
    readonly liabilityShift: boolean;
  };
}

function outcomeOf(type: string, {reason, code, authentication}: Detail): Outcome {
  const {status, eci, liabilityShift} = authentication ?? {};
  return {outcome: type as Outcome['outcome'], reason: reason ?? code, status, eci, liabilityShift};
}
