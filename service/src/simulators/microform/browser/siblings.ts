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

/**
 * Opens the channel between the fields of a microform. Its name contains the microform's random id, and only
 * documents of this origin can join it.
 */
function openChannel(microformId: string, onMessage: (message: Message) => void) {
  const channel = new BroadcastChannel(`card-vault-microform-${microformId}`);
  channel.onmessage = ({data}: MessageEvent) => {
    if (typeof data === 'object' && data !== null && 'type' in data) onMessage(data as Message);
  };
  return {send: (message: Message) => channel.postMessage(message)};
}

/** The number field's end of the channel: reports the length of a valid code, and collects the code. */
export class CodeCollector {
  readonly #send: (message: Message) => void;
  readonly #pendingRequests = new Map<string, (code: CollectedCode) => void>();
  #length: 3 | 4 | undefined;

  constructor(microformId: string) {
    const {send} = openChannel(microformId, (message) => {
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
  microformId: string,
  field: {lengthChanged(length: 3 | 4 | undefined): void; collect(): CollectedCode},
): void {
  const {send} = openChannel(microformId, (message) => {
    if (message.type === 'code-length') field.lengthChanged(message.length || undefined);
    else if (message.type === 'collect') send({type: 'collected', id: message.id, ...field.collect()});
  });
  send({type: 'hello'});
}
