import {followScheme, type Scheme} from './color-scheme.js';
import {readReport, type ConnectMessage, type FieldCommand, type FieldReport} from './messages.js';
import type {FieldType} from './context.js';

/** Address of a field's document, and the ids that it gets. */
export interface FrameAddress {
  readonly page: string;
  readonly earlyFrame: string | undefined;
  readonly origin: string;
  readonly kid: string;
  readonly microformId: string;
  readonly fieldId: string;
  readonly fieldType: FieldType;
}

/** Callbacks of a frame. */
export interface FrameListener {
  /** The frame has loaded a new document, without any earlier state. */
  connected(): void;
  report(report: FieldReport): void;
  schemeChanged(scheme: Scheme): void;
}

/** How long, and for how many frames, a browser is given to measure whether something lies over a field. */
const remeasure = {milliseconds: 2000, frames: 12} as const;

/** What a page adds to an early frame when it has given it the capture context itself: the port, and what came over it. */
interface EarlyFrame {
  readonly port?: unknown;
  readonly heard?: readonly unknown[];
}

/** A frame that the page has loaded before its capture context was there; it has the attributes of ours (decision 0053). */
function earlyFrameIn(
  container: HTMLElement,
  {earlyFrame, fieldType}: FrameAddress,
): HTMLIFrameElement | undefined {
  if (earlyFrame === undefined) return undefined;
  return [...container.querySelectorAll('iframe')].find(
    (frame) => frame.src === `${earlyFrame}#${fieldType}`,
  );
}

function makeFrame(address: FrameAddress): HTMLIFrameElement {
  const frame = document.createElement('iframe');
  // Allows scripts of the frame's own origin, but no pop-ups, navigation of the page or browser features
  // (guarantees 2.5).
  frame.setAttribute('sandbox', 'allow-scripts allow-same-origin allow-forms');
  frame.setAttribute('referrerpolicy', 'no-referrer');
  frame.setAttribute('allow', '');
  frame.setAttribute('loading', 'eager');
  frame.setAttribute('frameborder', '0');
  frame.setAttribute('scrolling', 'no');
  const {microformId, fieldId, fieldType} = address;
  const identity = encodeURIComponent(
    JSON.stringify({microformType: 'card', microformId, fieldId, fieldType}),
  );
  frame.setAttribute('src', `${address.page}?keyId=${encodeURIComponent(address.kid)}#${identity}`);
  return frame;
}

function style(frame: HTMLIFrameElement): void {
  for (const [name, value] of [
    ['border', '0'],
    ['display', 'block'],
    ['width', '100%'],
    ['height', '100%'],
    ['background', 'transparent'],
    // Browsers paint an empty frame opaque if its scheme differs from the page's, so it is hidden until the
    // field has loaded.
    ['opacity', '0'],
  ] as const) {
    frame.style.setProperty(name, value);
  }
}

/** The frame of a field in the shop's page, and the message port to it. `remove()` ends both. */
export class FieldFrame {
  readonly #frame: HTMLIFrameElement;
  readonly #address: FrameAddress;
  readonly #listener: FrameListener;
  readonly #abort = new AbortController();
  #port: MessagePort | undefined;
  #scheme: Scheme | undefined;

  constructor(container: HTMLElement, address: FrameAddress, listener: FrameListener, title: string) {
    this.#address = address;
    this.#listener = listener;
    const early = earlyFrameIn(container, address);
    this.#frame = early ?? makeFrame(address);
    this.#frame.title = title;
    this.#frame.addEventListener('load', () => this.#connect(), {signal: this.#abort.signal});
    if (!early) {
      style(this.#frame);
      container.append(this.#frame);
    }
    // The page says so of a frame that has loaded before. It is connected once this one is known to its field.
    else if (early.dataset.loaded !== undefined)
      queueMicrotask(() => {
        if (this.#abort.signal.aborted) return;
        const {port, heard = []} = early as EarlyFrame;
        if (port instanceof MessagePort) this.#listen(port, heard);
        else this.#connect();
      });
  }

  /** Asked for once the frame has loaded: in a page that is just being made, it would cost a layout. */
  get scheme(): Scheme {
    return (this.#scheme ??= followScheme(
      this.#frame,
      (scheme) => {
        this.#scheme = scheme;
        this.#listener.schemeChanged(scheme);
      },
      this.#abort.signal,
    ));
  }

  set title(title: string) {
    this.#frame.title = title;
  }

  send(command: FieldCommand): void {
    this.#port?.postMessage(command);
  }

  /** Focuses the frame first, because the script in a frame without focus may not take it. */
  focus(): void {
    this.#frame.focus();
    this.send({type: 'focus'});
  }

  show(): void {
    this.#frame.style.setProperty('opacity', '1');
  }

  /**
   * Has the browser measure again what the shopper sees of the frame, and calls back once it has had the time to. No
   * shopper sees the change itself. A page that is not drawn, being hidden or busy, is waited for.
   * @returns stops that.
   */
  redraw(done: () => void): () => void {
    const {style} = this.#frame;
    const end = performance.now() + remeasure.milliseconds;
    let drawn = 0;
    let request = requestAnimationFrame(function draw() {
      drawn += 1;
      if (drawn === 2) style.setProperty('opacity', '1');
      if (drawn >= remeasure.frames && performance.now() >= end) done();
      else request = requestAnimationFrame(draw);
    });
    style.setProperty('opacity', '0.999');
    return () => {
      cancelAnimationFrame(request);
      style.setProperty('opacity', '1');
    };
  }

  remove(): void {
    this.#abort.abort();
    this.#port?.close();
    this.#port = undefined;
    this.#frame.remove();
  }

  /** @param heard what the port has brought already. */
  #listen(port: MessagePort, heard: readonly unknown[] = []): void {
    this.#port?.close();
    this.#port = port;
    const read = (data: unknown): void => {
      const report = readReport(data);
      if (report && this.#port === port) this.#listener.report(report);
    };
    port.onmessage = ({data}: MessageEvent) => read(data);
    heard.forEach(read);
  }

  /** Opens a new port after each load of the frame, because every load creates a new document. */
  #connect(): void {
    const {port1, port2} = new MessageChannel();
    this.#listen(port1);
    const connectMessage: ConnectMessage = {
      cardVault: 'microform',
      type: 'connect',
      channel: this.#address.fieldId,
      // Both fields need the same id: a page that has connected one of them has chosen it.
      microformId: this.#frame.dataset.microform ?? this.#address.microformId,
    };
    this.#frame.contentWindow?.postMessage(connectMessage, this.#address.origin, [port2]);
    this.#listener.connected();
  }
}
