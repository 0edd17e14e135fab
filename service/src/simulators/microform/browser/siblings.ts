/** How long the number waits for the code's frame, in milliseconds (wire 2.3). */
const collectLimit = 500;

/** What the security code's frame answers to the number's frame. It never leaves the fields' origin. */
export interface CollectedCode {
  readonly valid: boolean;
  readonly code: string;
}

type Message =
  | {readonly type: 'hello'}
  | {readonly type: 'code-length'; readonly length: 3 | 4 | 0}
  | {readonly type: 'collect'; readonly id: string}
  | {readonly type: 'collected'; readonly id: string; readonly valid: boolean; readonly code: string};

/**
 * The channel's name is a random id of one microform; only documents of this origin, under one page's site,
 * can be on it.
 */
function open(microformId: string, hear: (message: Message) => void) {
  const channel = new BroadcastChannel(`card-vault-microform-${microformId}`);
  channel.onmessage = ({data}: MessageEvent) => {
    if (typeof data === 'object' && data !== null && 'type' in data) hear(data as Message);
  };
  return {say: (message: Message) => channel.postMessage(message)};
}

/** The number field's side: reports the length that a code must have and collects the code. */
export class NumberSide {
  readonly #say: (message: Message) => void;
  readonly #waiting = new Map<string, (code: CollectedCode) => void>();
  #length: 3 | 4 | undefined;

  constructor(microformId: string) {
    const {say} = open(microformId, (message) => {
      if (message.type === 'hello') this.#reportLength();
      else if (message.type === 'collected')
        this.#waiting.get(message.id)?.({valid: message.valid, code: message.code});
    });
    this.#say = say;
    this.#reportLength();
  }

  setCodeLength(length: 3 | 4 | undefined): void {
    if (length === this.#length) return;
    this.#length = length;
    this.#reportLength();
  }

  /** The code, or undefined when its frame does not answer in time. */
  collect(): Promise<CollectedCode | undefined> {
    const id = crypto.randomUUID();
    return new Promise((resolve) => {
      const end = (code?: CollectedCode) => {
        clearTimeout(timer);
        this.#waiting.delete(id);
        resolve(code);
      };
      const timer = setTimeout(end, collectLimit);
      this.#waiting.set(id, end);
      this.#say({type: 'collect', id});
    });
  }

  #reportLength(): void {
    this.#say({type: 'code-length', length: this.#length ?? 0});
  }
}

/** The code's side. */
export function joinAsCode(
  microformId: string,
  side: {lengthChanged(length: 3 | 4 | undefined): void; collect(): CollectedCode},
): void {
  const {say} = open(microformId, (message) => {
    if (message.type === 'code-length') side.lengthChanged(message.length || undefined);
    else if (message.type === 'collect') say({type: 'collected', id: message.id, ...side.collect()});
  });
  say({type: 'hello'});
}
