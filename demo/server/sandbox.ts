import {isOwnPage} from './own-page.js';

/** What the calendar asks, and nothing else. */
const questions: readonly string[] = ['clock', 'charges', 'coming-charges', 'events', 'deliveries'];

/** The service's trackers, as far as the drawer shows them. */
interface Trackers {
  readonly data?: readonly {readonly token: string; readonly card?: {readonly test_card?: string} | null}[];
}

/** How the bank asks. */
interface Bank {
  readonly step_up: string | null;
  readonly kinds: readonly {readonly kind: string; readonly says: string}[];
}

interface DeclinedCard {
  readonly token: string;
  readonly lastFour: string;
}

/** What a tester has switched on, as the drawer shows it. */
export interface InForce {
  /** Last digits of the cards whose bank says no. */
  readonly declined: readonly string[];
  readonly faults: readonly string[];
  /** How the bank asks, where that was chosen. */
  readonly bank: string | null;
  /** By which the service's clock is ahead. */
  readonly days: number;
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
  /** By payment method: the answer that was chosen for the bank. */
  const declined: Record<string, string | null> = {};
  const lastFours: Record<string, string> = {};
  const readData = async <Data>(path: string): Promise<Data> =>
    ((await (await ask(path)).json()) as {readonly data: Data}).data;
  const decline = async ({token, lastFour}: DeclinedCard, code: string | null): Promise<void> => {
    const body = JSON.stringify({payment_method: token, decline: code});
    const answer = await ask('cards', {method: 'POST', body});
    if (!answer.ok) throw new Error(`the service answered ${answer.status}`);
    declined[token] = code;
    lastFours[token] = lastFour;
  };

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

    decline,
    declines: (): Readonly<Record<string, string | null>> => declined,

    /** What a tester has switched on, for every shopper and until it is taken back. */
    async inForce(): Promise<InForce> {
      const [{rules}, {step_up, kinds}, {offset_seconds}] = await Promise.all([
        readData<{readonly rules: readonly {readonly kind: string}[]}>('faults'),
        readData<Bank>('bank'),
        readData<{readonly offset_seconds: number}>('clock'),
      ]);
      const failing = Object.keys(declined).filter((token) => declined[token]);
      return {
        declined: [...new Set(failing.map((token) => lastFours[token]!))],
        faults: [...new Set(rules.map(({kind}) => kind))],
        bank: (step_up !== kinds[0]?.kind && kinds.find(({kind}) => kind === step_up)?.says) || null,
        days: Math.round(offset_seconds / 86_400),
      };
    },

    /** All of it but the clock, which only moves forward. */
    async reset(): Promise<void> {
      const cards = Object.keys(declined).filter((token) => declined[token]);
      await Promise.all([
        ...cards.map((token) => decline({token, lastFour: lastFours[token]!}, null)),
        ask('faults', {method: 'DELETE'}),
        ask('bank', {method: 'POST', body: JSON.stringify({step_up: null})}),
      ]);
    },

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
