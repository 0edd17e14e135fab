import {isOwnPage} from './own-page.js';

/** What the calendar asks, and nothing else. */
const questions: readonly string[] = ['clock', 'charges', 'coming-charges', 'events', 'deliveries'];

/** The service's trackers, as far as the drawer shows them. */
interface Trackers {
  readonly data?: readonly {readonly token: string; readonly card?: {readonly test_card?: string} | null}[];
}

/**
 * The service's tools for testers, for the drawer of this shop's own pages. The key stays here: a page asks the shop, and the
 * shop asks the service.
 */
export function createSandbox({url, secretKey}: {readonly url: string; readonly secretKey: string}) {
  const headers = {'X-SFPY-MERCHANT-SECRET': secretKey, 'Content-Type': 'application/json'};
  const ask = (path: string, options: RequestInit = {}): Promise<Response> =>
    fetch(`${url}/sandbox/v1/${path}`, {headers, ...options});
  const pass = async (answer: Response): Promise<Response> =>
    new Response(await answer.text(), {
      status: answer.status,
      headers: {'Content-Type': 'application/json', 'Cache-Control': 'no-store'},
    });
  /** Reads or turns one of the tools, and passes on its answer without the envelope. */
  const turn = async (tool: string, method: string, text: string): Promise<Response> => {
    const answer = await ask(tool, {method, ...(method === 'POST' && {body: text})});
    const {data, message} = (await answer.json()) as {readonly data?: unknown; readonly message?: string};
    return Response.json(answer.ok ? data : {message}, {status: answer.status});
  };
  /** By payment method: what the bank was told to say. */
  const declined: Record<string, string | null> = {};

  return {
    /** `/behind-the-counter/sandbox/…` as `/sandbox/v1/…`. */
    async relay(request: Request): Promise<Response> {
      const {pathname, search} = new URL(request.url);
      const name = pathname.replace('/behind-the-counter/sandbox/', '');
      const moves = request.method === 'POST' && ['clock/advance', 'clock/stop'].includes(name);
      const reads = request.method === 'GET' && questions.includes(name);
      if (!isOwnPage(request) || !(moves || reads)) {
        return Response.json({message: 'Only the shop’s own pages may ask this.'}, {status: 403});
      }
      const body = moves ? {method: 'POST', body: await request.text()} : {};
      return pass(await ask(name + search, body));
    },

    /** The calendar's script, from the service that knows how to draw it. */
    async calendarScript(): Promise<Response> {
      const answer = await fetch(`${url}/dashboard/calendar.js`);
      return new Response(await answer.text(), {
        status: answer.status,
        headers: {'Content-Type': 'text/javascript; charset=utf-8', 'Cache-Control': 'no-cache'},
      });
    },

    async decline(paymentMethod: string, code: string | null): Promise<void> {
      const answer = await ask('cards', {
        method: 'POST',
        body: JSON.stringify({payment_method: paymentMethod, decline: code}),
      });
      if (!answer.ok) throw new Error(`the service answered ${answer.status}`);
      declined[paymentMethod] = code;
    },
    declines: (): Readonly<Record<string, string | null>> => declined,

    /** The network's lines of a tracker, and `test_card` where the card's number is no published test card. */
    async ledger(tracker: string): Promise<Response> {
      const [ledger, list] = await Promise.all([
        ask(`ledger?tracker=${encodeURIComponent(tracker)}`),
        ask('trackers'),
      ]);
      const books = (await ledger.json()) as Readonly<Record<string, unknown>>;
      const trackers = (await list.json()) as Trackers;
      const card = trackers.data?.find(({token}) => token === tracker)?.card;
      return Response.json({...books, test_card: card?.test_card}, {status: ledger.status});
    },

    limits: (method: string, text: string) => turn('limits', method, text),
    faults: (method: string, text: string) => turn('faults', method, text),
    bank: (method: string, text: string) => turn('bank', method, text),
  };
}

export type Sandbox = ReturnType<typeof createSandbox>;
