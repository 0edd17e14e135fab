import {CardVaultError, readSession, type SessionAnswer} from '../../protocol/index.js';
import {notTried, ok, wrong, type CheckName, type Finding} from './finding.js';
import {isAnswered, isHtml, isSuccess, jsonOf, redirectOf, type Answered, type Visit} from './http.js';

/** Responses of the session route. */
export interface SessionFacts {
  readonly address: string;
  /** Origin of the page. */
  readonly origin: string;
  readonly visit: Visit;
}

/** Conditions for a session to open, in the order in which the shop's server finds out. */
const stages = [
  ['route', 'The session route answers as it should.'],
  ['public-url', "The shop's server knows its own address."],
  ['origin', 'A page of this origin may call it.'],
  ['login', 'The request counts as that of a logged-in shopper.'],
  ['service', "The shop's server reaches the payment service."],
  ['keys', 'The service accepts the secret key and the public key.'],
  ['allowed-origin', 'The service accepts this origin for this merchant.'],
  ['session', 'The session has everything that a page needs.'],
] as const satisfies readonly (readonly [CheckName, string])[];
type Stage = (typeof stages)[number][0];

interface Fault {
  readonly stage: Stage;
  readonly says: string;
  readonly next: string;
}

/** Whether a session opened, and if not, what stands in the way. */
export function checkSession(facts: SessionFacts): readonly Finding[] {
  const fault = faultOf(facts);
  const failed = stages.findIndex(([stage]) => stage === fault?.stage);
  return stages.map(([stage, good], index): Finding => {
    if (fault === undefined || index < failed) return ok(stage, good);
    if (index === failed) return wrong(stage, fault.says, fault.next);
    return notTried(stage, `"${fault.stage}" comes first`);
  });
}

/** The session as the page reads it, if the route answered with one. */
export function openedSession({visit}: SessionFacts): SessionAnswer | undefined {
  if (!isAnswered(visit) || !isSuccess(visit)) return undefined;
  try {
    return readSession(jsonOf(visit), visit.url);
  } catch {
    return undefined;
  }
}

function faultOf({address, origin, visit}: SessionFacts): Fault | undefined {
  if (!isAnswered(visit)) {
    return {
      stage: 'route',
      says: `The session route ${address} gives no response (${visit.failure}).`,
      next: 'Start the server of the shop, and check host and port of the address.',
    };
  }
  return routeFault(visit, address) ?? (isSuccess(visit) ? shapeFault(visit) : refusalFault(visit, origin));
}

function routeFault(visit: Answered, address: string): Fault | undefined {
  const {status} = visit;
  const target = redirectOf(visit);
  const code = codeOf(visit);
  if (target !== undefined || isHtml(visit)) {
    const answer = target === undefined ? 'an HTML page' : `a redirect to ${target.origin}${target.pathname}`;
    return {
      stage: 'route',
      says: `${address} answers ${status} with ${answer} instead of JSON: a login page, or a router of the shop that takes the request first.`,
      next: "Mount the handler of createCardVaultServer before the shop's own router and login redirect. If the route needs a login, pass it: --header 'Cookie: …'.",
    };
  }
  if (status === 404 || status === 405) {
    const isKit = code.startsWith('route.');
    return {
      stage: 'route',
      says: `${address} answers ${status}: ${isKit ? 'the handler of createCardVaultServer is mounted there, but this is not its session route' : 'nothing is mounted there'}.`,
      next: 'The session route is <basePath>/session, by default /card-vault/session.',
    };
  }
  if (!isSuccess(visit) && code === '') {
    return {
      stage: 'route',
      says: `${address} answers ${status}, but not in the form of createCardVaultServer.`,
      next: "Look into the log of the shop's server, and at what stands between it and the browser: proxy, firewall, rate limit, CSRF check.",
    };
  }
  return undefined;
}

function shapeFault(visit: Answered): Fault | undefined {
  try {
    readSession(jsonOf(visit), visit.url);
    return undefined;
  } catch (error) {
    const why = error instanceof CardVaultError ? error.message : 'It is not JSON.';
    return {
      stage: 'session',
      says: `The session route answers ${visit.status}, but not with a session. ${why}`,
      next: 'Let createCardVaultServer answer this route, and pass its response on unchanged.',
    };
  }
}

type RefusalReader = (refusal: {code: string; message: string; status: number; origin: string}) => Fault;

function loginFault(): Fault {
  return {
    stage: 'login',
    says: 'The customer() option names no shopper for this request.',
    next: "Pass the login of a test shopper, as the browser sends it: --header 'Cookie: …'. If that was done, customer() does not recognize it.",
  };
}

/** By the code of the refusal; see `refusalOf` of the server kit. */
const refusals: Readonly<Record<string, RefusalReader>> = {
  'request.cross_site': ({origin, message}) => ({
    stage: 'origin',
    says: `The shop's server refuses requests from pages of ${origin}. ${message}`,
    next: `If the shop's own pages have this origin, set publicUrl to it; if it is a further one, add it to origins. If it is neither, pass the right one: --origin.`,
  }),
  'request.content_type': ({message}) => ({
    stage: 'route',
    says: `The content type was changed on the way. ${message}`,
    next: 'Pass requests to the handler unchanged.',
  }),
  'login.required': loginFault,
  // The code of version 0.1.0, and of servers that are not written with the kit.
  'error.unauthorized_access': loginFault,
  'service.unreachable': ({message}) => ({
    stage: 'service',
    says: message,
    next: "Check serviceUrl, and that the shop's server may make outgoing connections to it.",
  }),
  'service.unavailable': ({message}) => ({
    stage: 'service',
    says: message,
    next: 'Try again in a few minutes; if it lasts, ask the operator of the service.',
  }),
  'request.timed_out': ({message}) => ({
    stage: 'service',
    says: message,
    next: 'Check serviceUrl and the network between the two servers, or raise the timeout option.',
  }),
  'answer.unreadable': ({message}) => ({
    stage: 'service',
    says: message,
    next: 'Set serviceUrl to the address of the API, without a path, and not to that of the hosted pages.',
  }),
  'credentials.refused': ({message, origin}) => credentialsFault(message, origin),
  'entry_mode.refused': ({message}) => ({
    stage: 'session',
    says: message,
    next: "Leave entryMode at 'flex'. 'raw' needs a PCI certificate that the service knows of.",
  }),
  'request.refused': ({message, origin}) => requestFault(message, origin),
  'configuration.missing': ({message, origin}) =>
    /\bpublicUrl\b/.test(message)
      ? {
          stage: 'public-url',
          says: message,
          next: `Set publicUrl of createCardVaultServer to ${origin}.`,
        }
      : {stage: 'session', says: message, next: 'Set the option that the message names.'},
};

function credentialsFault(message: string, origin: string): Fault {
  if (/origin_not_allowed|origin_invalid|\borigin\b/.test(message)) {
    return {
      stage: 'allowed-origin',
      says: `The payment service does not accept the origin ${origin} for this merchant. ${message}`,
      next: "Add the origin to the merchant's list at the service.",
    };
  }
  if (/merchant_api_key|public key/i.test(message)) {
    return {
      stage: 'keys',
      says: `The secret key and the public key belong to different merchants. ${message}`,
      next: 'Set publicKey and secretKey to the two keys of one merchant, both of the environment of serviceUrl.',
    };
  }
  return {
    stage: 'keys',
    says: message,
    next: 'Set secretKey to the secret key of the environment that serviceUrl belongs to: a sandbox key is not valid for the live service, nor the reverse. Copy it without blanks.',
  };
}

function requestFault(message: string, origin: string): Fault {
  if (/merchant_api_key|\borigin\b|origin_/.test(message)) return credentialsFault(message, origin);
  if (/customer\.not_found|customer not found/i.test(message)) {
    return {
      stage: 'session',
      says: `The service does not know the customer that customer() names. ${message}`,
      next: 'Create the customer with vault.client.customers.create() in this environment, under this merchant, and keep its token: customers of the sandbox are unknown to the live service.',
    };
  }
  if (/(: |\()not_found\b/.test(message)) {
    return {
      stage: 'service',
      says: message,
      next: 'Set serviceUrl to the address of the API, without a path, and not to that of the hosted pages.',
    };
  }
  return {
    stage: 'session',
    says: message,
    next: 'Check currency and intent: the service must offer both to this merchant.',
  };
}

function refusalFault(visit: Answered, origin: string): Fault {
  const code = codeOf(visit);
  const read = Object.hasOwn(refusals, code) ? refusals[code] : undefined;
  const message = messageOf(visit);
  if (read) return read({code, message, status: visit.status, origin});
  return {
    stage: visit.status === 401 ? 'login' : 'session',
    says: `The session route answers ${visit.status} (${code}). ${message}`,
    next: 'The onError option of createCardVaultServer receives the cause: set it, and look into the log.',
  };
}

/** Text of a field of an error response; the status envelope repeats both (decision 0029). */
const field = (visit: Answered, key: 'code' | 'message'): string => {
  const json = jsonOf(visit);
  const value =
    typeof json === 'object' && json !== null ? (json as Record<string, unknown>)[key] : undefined;
  return typeof value === 'string' ? value : '';
};
const messageOf = (visit: Answered): string => field(visit, 'message');
export const codeOf = (visit: Answered): string => field(visit, 'code');
