import {isOwnPage} from './own-page.mjs';

/** What the calendar asks, and nothing else. */
const questions = ['clock', 'charges', 'coming-charges', 'events', 'deliveries'];

/**
 * The service's tools for testers, for the drawer of this shop's own pages. The key stays here: a page asks the shop, and the
 * shop asks the service.
 */
export function createSandbox({url, secretKey}) {
  const headers = {'X-SFPY-MERCHANT-SECRET': secretKey, 'Content-Type': 'application/json'};
  const ask = (path, options) => fetch(`${url}/sandbox/v1/${path}`, {headers, ...options});
  const pass = async (answer) =>
    new Response(await answer.text(), {
      status: answer.status,
      headers: {'Content-Type': 'application/json', 'Cache-Control': 'no-store'},
    });
  /** Reads or turns one of the tools, and passes on its answer without the envelope. */
  const turn = async (tool, method, text) => {
    const answer = await ask(tool, {method, ...(method === 'POST' && {body: text})});
    const {data, message} = await answer.json();
    return Response.json(answer.ok ? data : {message}, {status: answer.status});
  };
  /** By payment method: what the bank was told to say. */
  const declined = {};

  return {
    /** `/behind-the-counter/sandbox/…` as `/sandbox/v1/…`. */
    async relay(request) {
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
    async calendarScript() {
      const answer = await fetch(`${url}/dashboard/calendar.js`);
      return new Response(await answer.text(), {
        status: answer.status,
        headers: {'Content-Type': 'text/javascript; charset=utf-8', 'Cache-Control': 'no-cache'},
      });
    },

    async decline(paymentMethod, code) {
      const answer = await ask('cards', {
        method: 'POST',
        body: JSON.stringify({payment_method: paymentMethod, decline: code}),
      });
      if (!answer.ok) throw new Error(`the service answered ${answer.status}`);
      declined[paymentMethod] = code;
    },
    declines: () => declined,

    /** The network's lines of a tracker, and `test_card` where the card's number is no published test card. */
    async ledger(tracker) {
      const answers = await Promise.all([
        ask(`ledger?tracker=${encodeURIComponent(tracker)}`),
        ask('trackers'),
      ]);
      const [books, trackers] = await Promise.all(answers.map((answer) => answer.json()));
      const {card} = trackers.data?.find(({token}) => token === tracker) ?? {};
      return Response.json({...books, test_card: card?.test_card}, {status: answers[0].status});
    },

    limits: (method, text) => turn('limits', method, text),
    faults: (method, text) => turn('faults', method, text),
    bank: (method, text) => turn('bank', method, text),
  };
}
