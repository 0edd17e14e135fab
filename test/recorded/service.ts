import {
  closedToPages,
  callerOf,
  merchantOnly,
  openToPages,
  refused,
  succeeded,
  unauthorized,
} from './answers.js';
import {authorize} from './actions.js';
import {customers} from './customers.js';
import type {Answer, RecordedRequest} from './http.js';
import {reporter} from './reporter.js';
import {save, type Tracker, type World} from './state.js';
import {trackers} from './trackers.js';

type Handle = (
  request: RecordedRequest,
  world: World,
  parts: readonly string[],
  isMerchant: boolean,
) => Answer;

/** The body is ignored; the token is bare, bound to nothing, and comes without an expiry. */
const passport: Handle = (_request, world, _parts, isMerchant) => {
  if (!isMerchant) return merchantOnly();
  const token = Buffer.from(`${world.publicKey}:${crypto.randomUUID()}`).toString('base64');
  world.passports.add(token);
  return succeeded(token, 201);
};

const routes: readonly (readonly [prefix: string, handle: Handle])[] = [
  ['/client/passport/v1/token', passport],
  ['/user/customers/v1', customers],
  ['/order/payments/v3', trackers],
  ['/reporter/api/v1/payments', (_request, world, [token]) => reporter(world, token)],
];

/** The service's own return address: it asks the issuer, ends or validates the tracker, and only then sends the browser on. */
function comeBack({body}: RecordedRequest, world: World): Answer {
  const transaction = new URLSearchParams(body).get('TransactionId');
  const tracker = [...world.trackers.values()].find(({challenge}) => challenge?.transaction === transaction);
  if (!tracker?.urls || !tracker.challenge) return refused(404, 'transaction not found');
  const isFirst = tracker.next === 'PAYER_AUTH_VALIDATION';
  const isSuccess = tracker.challenge.result === 'Y';
  if (isFirst && isSuccess) validate(world, tracker);
  if (isFirst && !isSuccess) Object.assign(tracker, {state: 'TRACKER_ENDED', next: 'NOOP'});
  const to = new URL(isSuccess ? tracker.urls.success : tracker.urls.failure);
  to.searchParams.set('tracker', tracker.token);
  to.searchParams.set('request_id', tracker.requestId);
  if (!isSuccess) to.searchParams.set('error', 'the payer could not be authenticated');
  const status = world.behaviour().issuer.returnsBy === 'POST' ? 307 : 302;
  return {status, headers: {location: to.href}};
}

function validate(world: World, tracker: Tracker): void {
  tracker.isValidated = true;
  tracker.isSuccess = true;
  tracker.performed.push('PAYER_AUTH_VALIDATION');
  if (tracker.isVerification) {
    save(world, tracker);
    Object.assign(tracker, {state: 'TRACKER_ENDED', next: 'NOOP'});
    return;
  }
  authorize(world, tracker, false);
  tracker.performed.push('AUTHORIZATION');
}

/** The recorded service, with the headers of its recordings on every answer. */
export function service(request: RecordedRequest, world: World): Answer {
  const {pathname} = new URL(request.path, 'http://service');
  if (pathname === '/payer-authentication/return') return comeBack(request, world);
  // Clients send browsers here; what the page looks like, no recording shows.
  if (pathname === '/checkout/subscribe')
    return {
      status: 200,
      body: '<!doctype html><title>Subscribe</title>',
      headers: {'content-type': 'text/html'},
    };
  const isReporter = pathname.startsWith('/reporter/');
  const {api, reporter: ofReporter} = world.behaviour();
  const isOpen = (isReporter ? ofReporter : api) === 'open';
  const answer = request.method === 'OPTIONS' ? {status: 204} : route(request, world, pathname);
  return {...answer, headers: {...answer.headers, ...(isOpen ? openToPages : closedToPages)}};
}

function route(request: RecordedRequest, world: World, pathname: string): Answer {
  const caller = callerOf(request, world);
  if (!caller) return unauthorized();
  const path = pathname.replace(/\/$/, '');
  const found = routes.find(([prefix]) => path === prefix || path.startsWith(`${prefix}/`));
  if (!found) return refused(404, 'not found');
  const [prefix, handle] = found;
  const parts = path
    .slice(prefix.length + 1)
    .split('/')
    .filter((part) => part !== '');
  return handle(request, world, parts, caller === 'merchant');
}
