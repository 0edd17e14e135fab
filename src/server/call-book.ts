import type {Fetch} from './client/transport.js';

/** The calls of the service that were made for each request to the shop, by its id. */
export interface CallBook {
  readonly fetch: Fetch;
  /** Begins to note the calls of a request. */
  open(requestId: string): void;
  /** Ends it, and gives the value of the header `Server-Timing` that tells them to the page. */
  close(requestId: string): string;
}

interface NotedCall {
  readonly path: string;
  /** 0 where no answer came. */
  readonly status: number;
  readonly duration: number;
}

/** Words of a path; tokens and ids have other characters, and are left out. */
const wordsOf = (path: string): string =>
  path
    .split('/')
    .map((segment) => (/^[a-z0-9-]{0,30}$/.test(segment) ? segment : '…'))
    .join('/');

/** Notes calls by the header `X-Request-Id` that each of them carries: no runtime has to know which request is under way. */
export function createCallBook(send: Fetch): CallBook {
  const calls = new Map<string, NotedCall[]>();
  return {
    open: (requestId) => void calls.set(requestId, []),
    close(requestId) {
      const noted = calls.get(requestId) ?? [];
      calls.delete(requestId);
      // A header is Latin text.
      const entries = noted.map(
        ({path, status, duration}) => `call;dur=${duration};desc="${status} ${path.replaceAll('…', '_')}"`,
      );
      return [`request;desc="${requestId}"`, ...entries].join(', ');
    },
    async fetch(url, init) {
      const own = calls.get(new Headers(init?.headers).get('x-request-id') ?? '');
      const path = wordsOf(new URL(url).pathname);
      const began = Date.now();
      const note = (status: number) => own?.push({path, status, duration: Date.now() - began});
      try {
        const answer = await send(url, init);
        note(answer.status);
        return answer;
      } catch (error) {
        note(0);
        throw error;
      }
    },
  };
}
