/** How long the number field waits for the code field, in milliseconds (wire 2.3). */
const collectTimeoutMs = 500;

/** What the code field sends to the number field. It never leaves the fields' origin. */
export interface CollectedCode {
  readonly valid: boolean;
  readonly code: string;
}

type Message =
  /** The code field has opened, and wants to know the valid length. */
  | {readonly type: 'hello'}
  /** The length of a valid code; 0 while both are possible. */
  | {readonly type: 'code-length'; readonly length: 3 | 4 | 0}
  | {readonly type: 'collect'; readonly id: string}
  | {readonly type: 'collected'; readonly id: string; readonly valid: boolean; readonly code: string};

interface Channel {
  readonly send: (message: Message) => void;
}

/**
 * Opens the channel between the fields of a microform. Only documents of this origin can join it.
 *
 * @param id - The id of the context's key, which the document has from its server or from a context that it has verified, and the
 *   microform's random id.
 */
function openChannel(id: string, onMessage: (message: Message) => void): Channel {
  const name = `card-vault-microform-${id}`;
  const read = (data: unknown) => {
    if (typeof data === 'object' && data !== null && 'type' in data) onMessage(data as Message);
  };
  try {
    const channel = new BroadcastChannel(name);
    channel.onmessage = ({data}: MessageEvent) => read(data);
    return {send: (message) => channel.postMessage(message)};
  } catch {
    return openWindowChannel(name, read);
  }
}

/**
 * The channel where a browser refuses storage to frames of another site: Firefox then refuses BroadcastChannel as
 * well. The fields are siblings in the shop's page and post to each other's windows. The browser delivers such a
 * message to documents of this origin only, so the page reads none and cannot forge one. Frames in a shadow root
 * are not among the page's frames, and do not reach each other this way.
 */
function openWindowChannel(name: string, read: (data: unknown) => void): Channel {
  const {origin} = location;
  window.addEventListener('message', ({data, origin: sender}: MessageEvent<unknown>) => {
    const isOwn = sender === origin && typeof data === 'object' && data !== null;
    if (isOwn && 'channel' in data && data.channel === name && 'message' in data) read(data.message);
  });
  return {
    send(message) {
      const {frames} = window.parent;
      for (let index = 0; index < frames.length; index++) {
        const frame = frames[index];
        if (frame !== window) frame?.postMessage({channel: name, message}, origin);
      }
    },
  };
}

/** The number field's end of the channel: reports the length of a valid code, and collects the code. */
export class CodeCollector {
  readonly #send: (message: Message) => void;
  readonly #pendingRequests = new Map<string, (code: CollectedCode) => void>();
  #length: 3 | 4 | undefined;

  constructor(channel: string) {
    const {send} = openChannel(channel, (message) => {
      if (message.type === 'hello') this.#reportLength();
      else if (message.type === 'collected')
        this.#pendingRequests.get(message.id)?.({valid: message.valid, code: message.code});
    });
    this.#send = send;
    this.#reportLength();
  }

  setCodeLength(length: 3 | 4 | undefined): void {
    if (length === this.#length) return;
    this.#length = length;
    this.#reportLength();
  }

  /** Requests the code. Resolves with undefined if the code field does not answer in time. */
  collect(): Promise<CollectedCode | undefined> {
    const id = crypto.randomUUID();
    return new Promise((resolve) => {
      const end = (code?: CollectedCode) => {
        clearTimeout(timer);
        this.#pendingRequests.delete(id);
        resolve(code);
      };
      const timer = setTimeout(end, collectTimeoutMs);
      this.#pendingRequests.set(id, end);
      this.#send({type: 'collect', id});
    });
  }

  #reportLength(): void {
    this.#send({type: 'code-length', length: this.#length ?? 0});
  }
}

/** The code field's end of the channel: receives the valid length, and sends the code. */
export function answerCodeCollector(
  channel: string,
  field: {lengthChanged(length: 3 | 4 | undefined): void; collect(): CollectedCode},
): void {
  const {send} = openChannel(channel, (message) => {
    if (message.type === 'code-length') field.lengthChanged(message.length || undefined);
    else if (message.type === 'collect') send({type: 'collected', id: message.id, ...field.collect()});
  });
  send({type: 'hello'});
}
