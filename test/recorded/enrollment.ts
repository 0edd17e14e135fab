import {randomUUID} from 'node:crypto';
import type {Done} from './actions.js';
import {refused} from './answers.js';
import {eciOf} from './cards.js';
import {at, textOf, type Json} from './http.js';
import {newToken} from './keys.js';
import {cardView, type Tracker, type World} from './state.js';

const failing = ['FAILED', 'REJECTED'];
const isAddress = (text: string) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);

/** What the directory says. No challenge is raised for a device that nothing is known of. */
function verdictOf({test, setup}: Tracker, sessionId: string): {status: string; pares: string | null} {
  const {authentication_status: status, pares} = test!;
  const isKnown = sessionId === setup?.sessionId || sessionId === `0_${setup?.sessionId}`;
  if (status === 'REQUIRED' && !isKnown) return {status: 'UNAVAILABLE', pares: 'U'};
  return {status, pares};
}

function beginChallenge(world: World, tracker: Tracker): Json {
  const iat = Math.floor(Date.now() / 1000);
  const jwt = world.flex.sign({
    iss: 'cardinal',
    jti: randomUUID(),
    iat,
    exp: iat + 3600,
    tracker: tracker.token,
  });
  const {startWithinMs} = world.behaviour().issuer;
  tracker.challenge = {
    jwt,
    transaction: randomUUID().replaceAll('-', '').slice(0, 20),
    dueBy: startWithinMs === 0 ? Number.POSITIVE_INFINITY : Date.now() + startWithinMs,
    md: undefined,
    tries: 0,
    result: undefined,
  };
  tracker.next = 'PAYER_AUTH_VALIDATION';
  return {
    access_token: jwt,
    step_up_url: `${world.addresses.issuer}/V2/Cruise/StepUp`,
    authentication_transaction_id: tracker.challenge.transaction,
  };
}

function follow(world: World, tracker: Tracker, status: string): Json {
  if (status === 'REQUIRED') return beginChallenge(world, tracker);
  const isEnd = failing.includes(status);
  tracker.next = isEnd ? 'NOOP' : 'AUTHORIZATION';
  if (isEnd) tracker.state = 'TRACKER_ENDED';
  return {authentication_transaction_id: randomUUID().replaceAll('-', '').slice(0, 20)};
}

/** PAYER_AUTH_ENROLLMENT: the status, and a way to the issuer where it is REQUIRED. */
export function enroll(world: World, tracker: Tracker, payload: Json): Done {
  const {success_url, failure_url, device_fingerprint_session_id} = at(payload, 'authentication_setup');
  const urls = {success: textOf(success_url), failure: textOf(failure_url)};
  const prefix = "error performing action 'PAYER_AUTH_ENROLLMENT':";
  if (!isAddress(urls.success) || !isAddress(urls.failure))
    return {refusal: refused(400, `${prefix} success_url and failure_url are required`)};
  const {card, test} = tracker;
  if (!card || !test) return {refusal: refused(400, `${prefix} there is no card`)};
  const {status, pares} = verdictOf(tracker, textOf(device_fingerprint_session_id));
  tracker.urls = urls;
  tracker.state = 'TRACKER_ENROLLED';
  const more = follow(world, tracker, status);
  const isOwn = status === test.authentication_status;
  const eci = status === 'REQUIRED' ? undefined : isOwn ? eciOf(test, card.number) : '07';
  tracker.enrollment = {
    rid: newToken('rid'),
    enrollment_status: isOwn ? test.enrollment_status : 'AUTHENTICATION_SUCCESSFUL',
    veres_enrolled: test.veres,
    veres_enrolled_description: test.veres === 'Y' ? 'Yes, available' : 'Unavailable',
    ...(pares !== null && {pares_status: pares}),
    ...(eci !== undefined && {eci}),
    challenge_window_size: '02',
    challenge_window_size_description: '390 x 400',
    specification_version: '2.2.0',
    authentication_status: status,
    ...more,
  };
  if (failing.includes(status) && world.behaviour().failures === 'http')
    return {refusal: refused(400, `${prefix} the payer could not be authenticated`)};
  return {action: {payment_method: cardView(tracker), payer_authentication_enrollment: tracker.enrollment}};
}
