import {escaped, html, type Answer, type RecordedRequest} from './http.js';
import type {Challenge, Tracker, World} from './state.js';

export const rightCode = '1234';
const triesAllowed = 3;

const title = '<title>Your bank</title>';
const formOf = (id: string, note: string, isWindow: boolean) => `${title}<body>
  <h1>Your bank</h1><p role="status">${escaped(note)}</p>
  <form method="post" action="/challenge/${id}/answer${isWindow ? '?in=window' : ''}">
    <input name="code" placeholder="Enter Code Here" autocomplete="one-time-code">
    <button name="press" value="submit">SUBMIT</button>
    <button name="press" value="cancel">CANCEL</button>
  </form></body>`;

/** Waits until another window or the app has answered, and then goes on. */
const waiting = (id: string) => `<script>
  const look = async () => {
    const {done} = await (await fetch('/challenge/${id}/state')).json();
    if (done) location.href = '/challenge/${id}/end';
    else setTimeout(look, 50);
  };
  void look();
</script>`;

const pages: Readonly<Record<string, (id: string, slowMs: number) => Answer>> = {
  code: (id) => html(formOf(id, 'Enter the code that we have sent you.', false)),
  window: (id) =>
    html(`${title}<body><h1>Your bank</h1><p role="status"></p>
      <button onclick="if (!window.open('/challenge/${id}/window')) document.querySelector('p').textContent = 'No window opened.'">
      Open the bank's window</button>${waiting(id)}</body>`),
  dialog: (id) =>
    html(`${title}<body><h1>Your bank</h1><button>Approve</button>
      <form method="post" action="/challenge/${id}/answer"><input type="hidden" name="press"></form><script>
      document.querySelector('button').onclick = () => {
        alert('You are about to approve a payment.');
        document.querySelector('input').value = confirm('Approve?') ? 'approve' : 'cancel';
        document.querySelector('form').submit();
      };</script></body>`),
  app: (id) =>
    html(`${title}<body><h1>Your bank</h1>
      <a href="examplebank://approve?challenge=${id}">Open the bank's app</a>${waiting(id)}</body>`),
  slow: (id, slowMs) =>
    html(`${title}<body><h1>Your bank</h1><p role="status">Please wait.</p>
      <form method="post" action="/challenge/${id}/answer"><input type="hidden" name="press" value="approve"></form>
      <script>setTimeout(() => document.forms[0].submit(), ${slowMs});</script></body>`),
  error: () => html(`${title}<body><h1>The bank is not available.</h1></body>`, 500),
};

/** The issuer is done: the browser carries the transaction back to the service's own address. */
function end({addresses}: World, {transaction, md}: Challenge): Answer {
  return html(`${title}<body><form method="post" action="${addresses.service}/payer-authentication/return">
    <input type="hidden" name="TransactionId" value="${transaction}">
    <input type="hidden" name="MD" value="${escaped(md ?? 'null')}"></form>
    <script>document.forms[0].submit();</script></body>`);
}

/** What the test case makes of a challenge that the shopper passed. */
export function approve({challenge, test}: Tracker): void {
  if (!challenge) throw new Error('No challenge is under way.');
  const after = test?.pares_after ?? 'Y';
  challenge.result ??= after === 'Y' || after === 'N' || after === 'U' ? after : 'E';
}

function judge(tracker: Tracker, challenge: Challenge, form: URLSearchParams): void {
  const press = form.get('press');
  if (press === 'approve' || (press === 'submit' && form.get('code') === rightCode)) return approve(tracker);
  challenge.tries += 1;
  if (press === 'cancel' || challenge.tries >= triesAllowed) challenge.result ??= 'N';
}

function start(request: RecordedRequest, world: World): Answer {
  if (request.method !== 'POST') return {status: 405, body: 'post a JWT'};
  const form = new URLSearchParams(request.body);
  const tracker = [...world.trackers.values()].find(({challenge}) => challenge?.jwt === form.get('JWT'));
  if (!tracker?.challenge)
    return html(`${title}<body><h1>The bank knows no such challenge.</h1></body>`, 400);
  tracker.challenge.md = form.get('MD') ?? undefined;
  if (Date.now() > tracker.challenge.dueBy) tracker.challenge.result ??= 'U';
  if (tracker.challenge.result) return end(world, tracker.challenge);
  const {page, slowMs} = world.behaviour().issuer;
  return pages[page]!(tracker.challenge.transaction, slowMs);
}

/** The issuer's pages behind `step_up_url`. */
export function issuer(request: RecordedRequest, world: World): Answer {
  const {pathname, searchParams} = new URL(request.path, 'http://issuer');
  if (pathname === '/V2/Cruise/StepUp') return start(request, world);
  const [, id = '', part] = /^\/challenge\/(\w+)\/(\w+)$/.exec(pathname) ?? [];
  const tracker = [...world.trackers.values()].find(({challenge}) => challenge?.transaction === id);
  if (!tracker?.challenge) return {status: 404, body: 'not found'};
  const {challenge} = tracker;
  const isWindow = searchParams.get('in') === 'window';
  if (part === 'state')
    return {
      status: 200,
      headers: {'content-type': 'application/json'},
      body: JSON.stringify({done: challenge.result !== undefined}),
    };
  if (part === 'window') return html(formOf(id, 'Enter the code that we have sent you.', true));
  if (part === 'answer' && request.method === 'POST') {
    judge(tracker, challenge, new URLSearchParams(request.body));
    if (!challenge.result) return html(formOf(id, 'That code is wrong.', isWindow));
    if (isWindow) return html(`${title}<body><h1>Thank you.</h1><script>close();</script></body>`);
  }
  return challenge.result ? end(world, challenge) : {status: 404, body: 'not found'};
}
