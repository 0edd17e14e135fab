import {expect} from '@open-wc/testing';
import {VisibilityController} from '../../../src/element/stages/live.js';
import {FakeHost} from '../../support/fake-host.js';

/** An observer that sees what a test says, and nothing once it is disconnected. */
class FakeObserver {
  static all: FakeObserver[] = [];
  readonly watched: Element[] = [];
  readonly margin: string | undefined;
  readonly #callback: IntersectionObserverCallback;

  constructor(callback: IntersectionObserverCallback, {rootMargin}: IntersectionObserverInit = {}) {
    this.#callback = callback;
    this.margin = rootMargin;
    FakeObserver.all.push(this);
  }
  observe(element: Element): void {
    this.watched.push(element);
  }
  disconnect(): void {
    this.watched.length = 0;
  }
  see(...seen: boolean[]): void {
    const entries = seen.map((isIntersecting) => ({isIntersecting}) as IntersectionObserverEntry);
    if (this.watched.length > 0) this.#callback(entries, this as unknown as IntersectionObserver);
  }
}

describe('VisibilityController', () => {
  const real = Object.getOwnPropertyDescriptor(globalThis, 'IntersectionObserver')!;
  let seen = 0;
  let host: FakeHost;
  let visibility: VisibilityController;
  const last = (): FakeObserver => FakeObserver.all.at(-1)!;

  beforeEach(() => {
    Object.defineProperty(globalThis, 'IntersectionObserver', {value: FakeObserver, configurable: true});
    FakeObserver.all = [];
    seen = 0;
    host = new FakeHost();
    visibility = new VisibilityController(host, () => (seen += 1));
    document.body.append(host);
  });
  afterEach(() => {
    host.remove();
    Object.defineProperty(globalThis, 'IntersectionObserver', real);
  });

  it('watches nothing before it is armed', () => {
    expect(FakeObserver.all).to.deep.equal([]);
  });

  it('watches the host, from a little before it is seen', () => {
    visibility.watch();
    expect(last().watched).to.deep.equal([host]);
    expect(last().margin).to.equal('200px');
  });

  it('calls back once, when the host comes near', () => {
    visibility.watch();
    last().see(false);
    expect(seen).to.equal(0);
    last().see(false, true);
    last().see(true);
    expect(seen).to.equal(1);
  });

  it('has ended its watch when it calls back, which may arm it anew', () => {
    const again = new VisibilityController(host, () => {
      seen += 1;
      again.watch();
    });
    again.watch();
    last().see(true);
    last().see(true);
    expect(seen).to.equal(2);
    expect(FakeObserver.all.map(({watched}) => watched.length)).to.deep.equal([0, 0, 1]);
  });

  it('watches once however often it is armed', () => {
    visibility.watch();
    visibility.watch();
    expect(FakeObserver.all.map(({watched}) => watched.length)).to.deep.equal([0, 1]);
  });

  it('ends its watch when the host leaves', () => {
    visibility.watch();
    host.remove();
    last().see(true);
    expect(seen).to.equal(0);
  });

  it('waits where nothing can be watched', () => {
    delete (globalThis as {IntersectionObserver?: unknown}).IntersectionObserver;
    visibility.watch();
    expect([FakeObserver.all.length, seen]).to.deep.equal([0, 0]);
  });
});
