import {followScheme} from './color-scheme.js';
import type {Scheme} from './color-scheme.js';
import {readReport} from './messages.js';
import type {ConnectMessage, FieldCommand, FieldReport} from './messages.js';
import type {FieldType} from './context.js';

/** Where a field's document is, and who it is. */
export interface FrameAddress {
  readonly page: string;
  readonly origin: string;
  readonly kid: string;
  readonly microformId: string;
  readonly fieldId: string;
  readonly fieldType: FieldType;
}

/** What the frame's owner wants to hear. */
export interface FrameListener {
  /** The frame answered the greeting; its earlier state is gone. */
  connected(): void;
  report(report: FieldReport): void;
  schemeChanged(scheme: Scheme): void;
}

function makeFrame(address: FrameAddress, title: string): HTMLIFrameElement {
  const frame = document.createElement('iframe');
  // Guarantees 2.5: scripts of its own origin, no pop-up, no navigation of the page, no feature of the
  // browser.
  frame.setAttribute('sandbox', 'allow-scripts allow-same-origin allow-forms');
  frame.setAttribute('referrerpolicy', 'no-referrer');
  frame.setAttribute('allow', '');
  frame.setAttribute('loading', 'eager');
  frame.setAttribute('frameborder', '0');
  frame.setAttribute('scrolling', 'no');
  frame.title = title;
  for (const [name, value] of [
    ['border', '0'],
    ['display', 'block'],
    ['width', '100%'],
    ['height', '100%'],
    ['background', 'transparent'],
    // An empty frame of another scheme is painted opaque: not shown before the field is there.
    ['opacity', '0'],
  ] as const) {
    frame.style.setProperty(name, value);
  }
  const {microformId, fieldId, fieldType} = address;
  const identity = encodeURIComponent(
    JSON.stringify({microformType: 'card', microformId, fieldId, fieldType}),
  );
  frame.setAttribute('src', `${address.page}?keyId=${encodeURIComponent(address.kid)}#${identity}`);
  return frame;
}

/** One field's frame in the page and the one port to it. Everything ends with `remove()`. */
export class FieldFrame {
  readonly #frame: HTMLIFrameElement;
  readonly #address: FrameAddress;
  readonly #listener: FrameListener;
  readonly #life = new AbortController();
  #port: MessagePort | undefined;
  #scheme: Scheme = 'light';

  constructor(container: HTMLElement, address: FrameAddress, listener: FrameListener, title: string) {
    this.#address = address;
    this.#listener = listener;
    this.#frame = makeFrame(address, title);
    this.#frame.addEventListener('load', () => this.#connect(), {signal: this.#life.signal});
    container.append(this.#frame);
    this.#scheme = followScheme(
      this.#frame,
      (scheme) => {
        this.#scheme = scheme;
        listener.schemeChanged(scheme);
      },
      this.#life.signal,
    );
  }

  get scheme(): Scheme {
    return this.#scheme;
  }

  set title(title: string) {
    this.#frame.title = title;
  }

  send(command: FieldCommand): void {
    this.#port?.postMessage(command);
  }

  /**
   * Keys go to the frame before its script asks for them: a frame without focus may not take it by itself.
   */
  focus(): void {
    this.#frame.focus();
    this.send({type: 'focus'});
  }

  show(): void {
    this.#frame.style.setProperty('opacity', '1');
  }

  remove(): void {
    this.#life.abort();
    this.#port?.close();
    this.#port = undefined;
    this.#frame.remove();
  }

  /** Every load of the frame is a new document: a new port, and the old one is dead. */
  #connect(): void {
    this.#port?.close();
    const {port1, port2} = new MessageChannel();
    this.#port = port1;
    port1.onmessage = ({data}: MessageEvent) => {
      const report = readReport(data);
      if (report && this.#port === port1) this.#listener.report(report);
    };
    const greeting: ConnectMessage = {
      cardVault: 'microform',
      type: 'connect',
      channel: this.#address.fieldId,
    };
    this.#frame.contentWindow?.postMessage(greeting, this.#address.origin, [port2]);
    this.#listener.connected();
  }
}
