// Own page: it replaces ResizeObserver for the whole page.
import {expect} from '@open-wc/testing';
import {WholePixels} from '../../../src/element/form/whole-pixels.js';
import {FakeHost} from '../../support/fake-host.js';

/** An observer that calls back when a test says so, and not once it is disconnected. */
class FakeObserver {
  static last: FakeObserver;
  readonly watched = new Set<Element>();
  readonly #callback: () => void;

  constructor(callback: () => void) {
    this.#callback = callback;
    FakeObserver.last = this;
  }
  observe(element: Element): void {
    this.watched.add(element);
  }
  disconnect(): void {
    this.watched.clear();
  }
  resize(): void {
    if (this.watched.size > 0) this.#callback();
  }
}

/** Puts another value in the place of a global; answers what puts the former one back. */
function replace(name: 'ResizeObserver' | 'devicePixelRatio', value: unknown): () => void {
  const former = Object.getOwnPropertyDescriptor(globalThis, name)!;
  Object.defineProperty(globalThis, name, {value, configurable: true});
  return () => Object.defineProperty(globalThis, name, former);
}

function setup() {
  const host = new FakeHost();
  const root = host.attachShadow({mode: 'open'});
  root.innerHTML = '<div class="base"></div>';
  const world = {top: 0};
  host.getBoundingClientRect = () => new DOMRect(0, world.top, 300, 100);
  new WholePixels(host);
  /** The element is moved to there; answers how far its content is moved then. */
  const to = (top: number): string => {
    world.top = top;
    FakeObserver.last.resize();
    return getComputedStyle(root.querySelector('.base')!).top;
  };
  return {host, root, to};
}

describe('WholePixels', () => {
  const undo: (() => void)[] = [];
  beforeEach(() => undo.push(replace('ResizeObserver', FakeObserver), replace('devicePixelRatio', 1)));
  afterEach(() => {
    for (const one of undo.splice(0).reverse()) one();
    document.querySelectorAll('fake-host').forEach((host) => host.remove());
  });

  it('moves the content to the nearest pixel, up or down', () => {
    const {host, to} = setup();
    document.body.append(host);
    expect(to(10.25)).to.equal('-0.25px');
    expect(to(10.75)).to.equal('0.25px');
    expect(to(12)).to.equal('0px');
  });

  it('goes by the pixels of the screen', () => {
    const {host, to} = setup();
    document.body.append(host);
    undo.push(replace('devicePixelRatio', 2));
    expect(to(10.5)).to.equal('auto');
    expect(to(10.625)).to.equal('-0.125px');
  });

  it('leaves alone what is less than a hundredth of a pixel off', () => {
    const {host, to} = setup();
    document.body.append(host);
    expect(to(10.009)).to.equal('auto');
    expect(to(10.25)).to.equal('-0.25px');
    expect(to(10.256)).to.equal('-0.25px');
  });

  it('watches the element and the page around it while it is there', () => {
    const {host, to} = setup();
    const {watched} = FakeObserver.last;
    expect(watched.size).to.equal(0);
    document.body.append(host);
    expect([...watched]).to.deep.equal([host, document.documentElement, document.body]);
    host.remove();
    expect(watched.size).to.equal(0);
    document.body.append(host);
    expect(to(10.25)).to.equal('-0.25px');
  });

  it('has one style sheet, also when the element comes back', () => {
    const {host, root} = setup();
    document.body.append(host);
    host.remove();
    document.body.append(host);
    expect(root.adoptedStyleSheets).to.have.length(1);
  });
});
