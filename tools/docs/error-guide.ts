import type {warningCodes} from '../../src/element/developer.js';
import type {StopCause} from '../../src/flow/index.js';
import type {CardVaultErrorCode} from '../../src/protocol/index.js';

interface Advice {
  readonly means: string;
  /** What the one whose turn it is does. */
  readonly next: string;
}

interface StopAdvice extends Advice {
  readonly turn: string;
  /** The same card may succeed in another attempt. */
  readonly maySucceed: boolean;
}

/** What each code of the element means, and what to do; `site/errors.md` is made of it. */
export const elementGuide: Readonly<Record<CardVaultErrorCode, Advice>> = {
  'shop-server-unreachable': {
    means: "The shop's server did not answer, or the rest of the element's script did not load.",
    next: 'Nothing, if the shopper is offline: the element opens again when the connection is back. Otherwise check that `session-url` names a running server, and that `card-vault/` is served beside `card-vault.js`, the files of the version before included: pages that are still open load those.',
  },
  'session-refused': {
    means:
      "The shop's server answered the session route with an error, or with something that is no session, such as a page of HTML.",
    next: "Check that `session-url` names the route of the kit (`POST /card-vault/session`). Read the server's `onError` hook. `npx card-vault check` finds the usual mistakes.",
  },
  'login-required': {
    means:
      "The shop's server answered 401, as it does where the `customer()` hook names no customer, or led the request elsewhere: to a page that is not JSON, or to another origin. Mostly that is a login page.",
    next: 'Send the shopper to your sign-in page. A save that was under way is kept and taken up after it.',
  },
  'service-unreachable': {
    means: 'The service did not answer the page.',
    next: "Nothing, if the shopper is offline. Otherwise check the service's address in the session, the page's `connect-src`, and that the service allows the shop's origin (CORS).",
  },
  'service-unavailable': {
    means: 'The service answered with a status of 500 or more, or asked to come back later.',
    next: 'Try again. If it lasts, ask the operator of the service.',
  },
  'credentials-refused': {
    means:
      "The service refuses the secret key of the shop's server, or the page's time-based token also after one renewal.",
    next: 'Check `secretKey` and `publicKey`, and that both belong to this service. A clock that is wrong by minutes has the same effect.',
  },
  'session-expired': {
    means:
      "The session is over and could not be renewed: the shop's server knows no such tracker of this shopper.",
    next: 'The shopper tries again, which opens a new session.',
  },
  'request-refused': {
    means: 'The service found a request wrong in itself.',
    next: 'Read the message: it has the code and the words of the service. If it names a field of the billing address, correct what the page passes in `billing`. In your server it also comes with the field `lastName`, from `client.customers`, where a service takes no family name of one character: ask how the name is written in two letters or more.',
  },
  'answer-unreadable': {
    means: 'An answer does not have the shape that the specification gives it. The message names the place.',
    next: 'Check that `serviceUrl` is the address of the API, and compare the versions of the package and the service.',
  },
  'request-timed-out': {
    means: 'No answer came within the limit.',
    next: 'The shopper tries again. If it happens often, look for a slow `customer()` hook or a slow network between the servers.',
  },
  'capture-context-invalid': {
    means:
      'The capture context cannot be read, names no integrity hash for its library, or is meant for another origin or merchant.',
    next: "Open the page at the origin that the shop's server sees (`publicUrl`, `origins`). Compare the attribute `merchant` with `publicKey`. For a service without hashes set `libraryWithoutHash`.",
  },
  'capture-context-expired': {
    means: 'The fields stood open longer than their capture context lives.',
    next: 'The shopper enters number and code again: the fields are renewed already.',
  },
  'framed-elsewhere': {
    means:
      'The page stands in a frame of another site, where the card fields refuse to be shown. The message names the origin.',
    next: 'Open the page by itself: a link or a form with `target="_top"`, or a window of its own. The fields stand only below pages whose origins the capture context names.',
  },
  'fields-blocked': {
    means:
      'The library of the card fields did not load: a policy, an extension or a network blocked it, or its hash differs.',
    next: 'See who meets it and what its message says: [the card fields are blocked](troubleshooting.md#the-card-fields-are-blocked).',
  },
  'fields-timed-out': {
    means: 'The card fields did not load within 20 seconds, and nothing has refused them.',
    next: 'The shopper tries again. If it happens often, measure the page on a slow network, and ask whether the fields’ host answers.',
  },
  'card-incomplete': {
    means: '`save()` was called on entries that are missing or wrong, or after an attempt that is over.',
    next: 'The shopper completes the fields that are marked.',
  },
  'brand-not-accepted': {
    means: 'The card is of a brand that the capture context or `accepted-brands` does not name.',
    next: 'The shopper uses another card.',
  },
  'too-many-cards': {
    means:
      'The service takes no more cards for a while: too many were tried by this shopper or from this address, or this card too often.',
    next: 'Nothing, for an honest shopper but to wait. Look at the event `velocity.limit_reached` and its customer: stolen cards may be on trial.',
  },
  'tokenization-failed': {
    means: 'The card fields could not send the card, mostly for want of a connection. Nothing was sent on.',
    next: 'The shopper presses the button again; the fields keep what was entered.',
  },
  'transient-token-expired': {
    means:
      'The transient token of the card fields ended before the service opened it. Nothing was sent to the bank.',
    next: 'The shopper enters the card again.',
  },
  'device-data-url-refused': {
    means: 'The address for device data is not one that a page may post to.',
    next: 'Ask the operator of the service: addresses must be https.',
  },
  'step-up-url-refused': {
    means: "The address of the bank's page is not one that a page may post to.",
    next: 'Ask the operator of the service: addresses must be https.',
  },
  'shell-unreachable': {
    means:
      "The shop server's frame for the bank's page (`GET /card-vault/frame`) did not answer, or another page stands there. A card that needs no step-up is saved all the same, without device data and so without a liability shift; the console says why. The console also says where another page answers at `/card-vault/return`.",
    next: 'Have routers, logins and service workers leave `/card-vault/` to the kit, and set no header that forbids framing it. The message says which page was found.',
  },
  'entry-mode-refused': {
    means: 'The service or the page does not take card numbers in plain inputs.',
    next: "Leave `entry-mode` at `flex`. `raw` needs a PCI certificate that the service knows of, on both sides: the tag and the kit's `entryMode`.",
  },
  'completion-failed': {
    means: 'The bank approved the card, and the last step did not answer.',
    next: 'The shopper tries again, which is safe: the same attempt is completed, and no second one begins. What is held meanwhile is given back by `sweep()`. Where your server says [`completion.failed`](#completionfailed), the page has `request-refused` instead: look at the saved cards first.',
  },
  'order-paid': {
    means:
      'Another payment has the money of this order, such as one in another tab, or the `payment` hook asks for none any more. What this payment held is given back.',
    next: 'Show the order as it is. The shopper has nothing to do.',
  },
  'order-changed': {
    means:
      'The `payment` hook asks for another amount, currency, card or order than the one that the page has shown. What this payment held is given back.',
    next: 'The shopper reloads the page, which shows the new amount. Load the page again yourself on `card-vault-error` if it keeps nothing that the shopper has typed.',
  },
  'not-ready': {
    means:
      'A call that does not fit, such as `save()` on a disabled element, or a listener of `card-vault-before-save` that stopped the save.',
    next: 'Read the message and wait for `whenReady()`.',
  },
  'configuration-missing': {
    means:
      'An option that is needed is missing or wrong, or the page is no secure context: it was opened by http, and not at localhost. The message names it.',
    next: 'Set it.',
  },
  unexpected: {
    means: 'Something failed that has no code of its own, such as a script that came and threw.',
    next: "Look at the error's `cause`, which is on the console too, and report it. A page that has put something in the place of a function of the browser may be the cause.",
  },
};

/** Endings that are no errors, in the `cause` of `card-vault-stopped`: whose turn it is, what they mean, what to do. */
export const endingGuide: Readonly<Record<StopCause, StopAdvice>> = {
  'issuer-declined': {
    means:
      'The bank declined the card: also for a mistyped security code, or a wrong code at its own check too often. The page is not told why; of a declined amount your server may learn [a reason](payments.md#why-a-card-was-declined).',
    turn: 'the shopper',
    maySucceed: true,
    next: 'Look whether the security code was right; then another card, or a call to the bank. Nothing in the shop mends it.',
  },
  'issuer-rejected': {
    means: 'The bank refuses the card at its check, mostly because it takes it for stolen or closed.',
    turn: 'the shopper',
    maySucceed: false,
    next: 'Another card.',
  },
  'issuer-unavailable': {
    means: "The bank's check could not be reached, or broke.",
    turn: 'the bank',
    maySucceed: true,
    next: 'Try again in a few minutes. If every card of one bank ends so, its check is down.',
  },
  'unknown-status': {
    means: 'The service sent a status that this version does not know.',
    turn: 'the shop',
    maySucceed: false,
    next: 'Update card-vault. Until then the shopper uses another card.',
  },
  'card-not-eligible': {
    means: 'The card does not support 3-D Secure, as some prepaid and company cards.',
    turn: 'the shopper',
    maySucceed: false,
    next: 'Another card.',
  },
  'cancelled-at-issuer': {
    means: "The shopper pressed Cancel on the bank's page.",
    turn: 'the shopper',
    maySucceed: true,
    next: 'Start again when ready; the form is open.',
  },
  'closed-by-shopper': {
    means: "The shopper closed the bank's page, or the page called `cancel()`.",
    turn: 'the shopper',
    maySucceed: true,
    next: 'Start again when ready; the form is open.',
  },
  interrupted: {
    means: 'The page was left or loaded anew before the bank had answered.',
    turn: 'the shopper',
    maySucceed: true,
    next: 'Start again. A page that loads itself anew meanwhile is the cause where this is frequent.',
  },
  'step-up-limit': {
    means: "The bank's page stayed open for ten minutes without an answer.",
    turn: 'the shopper',
    maySucceed: true,
    next: 'Start again when ready.',
  },
};

/** When each sentence that names the bank is shown, by its key; causes and codes are those of `site/errors.md`. */
export const bankGuide: Readonly<Record<string, string>> = {
  checkingWithBank: 'A save or a payment is under way; the bank’s page is not open.',
  waitingForBank: 'The bank’s page is open, or has closed and its answer is being read.',
  issuerDeclined: '[`issuer-declined`](#issuer-declined)',
  issuerRejected: '[`issuer-rejected`](#issuer-rejected)',
  issuerUnavailable: '[`issuer-unavailable`](#issuer-unavailable)',
  cancelledAtIssuer: '[`cancelled-at-issuer`](#cancelled-at-issuer)',
  closedByShopper: '[`closed-by-shopper`](#closed-by-shopper)',
  stepUpLimit: '[`step-up-limit`](#step-up-limit)',
  interrupted: '[`interrupted`](#interrupted)',
  unknownStatus: '[`unknown-status`](#unknown-status)',
  unknownHold: 'An error after the bank was asked, when the session cannot be read any more.',
  errorCompletion: '[`completion-failed`](#completion-failed) of a save',
  payCompletion: '[`completion-failed`](#completion-failed) of a payment',
  stepUpLine: 'The head of the dialog around the bank’s page.',
  stepUpFrame: 'The name of the frame with the bank’s page, for screen readers.',
  stepUpLoading: 'The same, while the page loads.',
  bankAnswered: 'The return page, in a browser without scripts.',
  bankPage: 'The title of the document around the bank’s page.',
  subscribing: 'A hosted page asks the bank.',
  waitingTitle: 'A hosted page: the network has not answered the first charge; it is asked again.',
  waitingText: 'The sentence below that title.',
};

const service = 'the operator of the service';
const shop = 'the shop';
const shopper = 'the shopper';

/** What the element warns of on the console. */
export const warningGuide: Readonly<Record<(typeof warningCodes)[number], Advice>> = {
  'option-not-used': {
    means:
      'An attribute or a property has a value that its option does not take. The option keeps its default.',
    next: 'Set one of the values that the line names. An attribute that is not meant for the element can go.',
  },
  'fields-moved': {
    means:
      'The page moved the element, its form or something around them. A browser loads frames anew that are taken out and put back, so what was typed into the card fields is gone.',
    next: 'Move it by `moveBefore()`, which keeps what was typed where the browser has it, or move it before the shopper types.',
  },
  'fields-taken': {
    means:
      'A script of the page emptied the element, or drew it anew from HTML in which the children are missing that the element has made: `<div slot="number">` and `<div slot="security-code">`. The fields are opened again, and what was typed into them is gone.',
    next: 'Have the script leave the children of the element alone. [Libraries that change the page](frameworks.md#libraries-that-change-the-page) says how for each.',
  },
  'low-contrast': {
    means:
      'The form’s words have a contrast of less than 4.5:1 to what is behind them, or the border of a field less than 3:1 (WCAG 2.2, 1.4.3 and 1.4.11). It is measured before a save, as the form is drawn then, only on the machine of a developer (`localhost`), and not where a picture lies behind the form.',
    next: 'Set another colour for the variable that draws it: [looks](looks.md) lists them. A dark page also needs `color-scheme: dark`, or `theme="dark"`.',
  },
  'not-shown': {
    means:
      'The form was submitted while the page did not show the element, which is `required`: it has no box, because it or something around it is hidden. Nothing is required of what the shopper does not see, so the form left without a card.',
    next: 'Nothing, where the shopper has chosen another way to pay; the server has to know which. Else show the element.',
  },
};

/** Refusals of the shop's server, in the `code` of its answers: whose turn it is, what they mean, what to do. */
export const kitGuide: Readonly<Record<string, readonly [turn: string, means: string, next: string]>> = {
  'login.required': [shopper, 'The `customer()` hook named no customer.', 'Sign in.'],
  'request.cross_site': [
    shop,
    'The request comes from a page of another origin.',
    'List the origin in `publicUrl` or `origins`.',
  ],
  'request.content_type': [shop, 'The body is not JSON.', 'Pass requests to the handler unchanged.'],
  'request.not_json': [shop, 'The body cannot be read as JSON.', 'Pass requests to the handler unchanged.'],
  'request.invalid': [shop, '`POST /subscribe` names no plan.', 'Send `{"plan": "plan_…"}`.'],
  'request.too_large': [
    shop,
    'A relayed action has more than 64 KiB.',
    'Send the action of the element as it is.',
  ],
  'request.timed_out': [
    service,
    'The service did not answer in time.',
    'Check `serviceUrl`, or raise `timeout`.',
  ],
  'request.refused': [shop, 'The service found the request wrong.', 'Read the message.'],
  'route.not_found': [
    shop,
    'The kit has no such route.',
    'Compare `basePath` with where the kit is mounted.',
  ],
  'route.method_not_allowed': [
    shop,
    'The route has other methods.',
    'Use one that the `Allow` header names.',
  ],
  'tracker.not_found': [shopper, 'This shopper has no such tracker.', 'Try again: a new session is opened.'],
  'payment.not_completed': [
    shopper,
    'No card was saved with this tracker.',
    'Try again, or use another card.',
  ],
  'payment_method.not_found': [shop, 'This shopper has no such payment method.', 'Read the list again.'],
  'payment_method.in_use': [
    shopper,
    'A subscription is charged to this card.',
    'Give the subscription another card, or cancel it, and remove the card then.',
  ],
  'payment_method.not_usable': [
    shop,
    'The card that the `payment` hook names has expired, or is not among the cards of this shopper.',
    "Name a card of the shopper's list that has not expired.",
  ],
  'payment.code_not_asked': [
    shop,
    'The `payment` hook asks for the code of the saved card, and the service has not that feature.',
    'Leave `securityCode` out, or use a service with the feature `saved-card-code`.',
  ],
  'payment.order_paid': [
    shop,
    'The order is paid or held by another payment, or the `payment` hook asks for none any more. What this payment held is given back.',
    'Show the order as it is. If it is to be paid again, void or refund its payment first.',
  ],
  'payment.order_changed': [
    shop,
    'Before the amount was taken, the `payment` hook asked for another amount, currency or card. What was held is given back.',
    'Let the shopper open the page again, which shows the new amount.',
  ],
  'payment.other_card': [
    shop,
    'The payment was authorized with another card than the `payment` hook named. It has been voided.',
    'Begin the payment again. If it happens again, look for a script in the page that changes requests.',
  ],
  'payment.currency_unknown': [
    shop,
    'The record of the payment names a currency that this version of the kit does not know. Nothing is taken by this request; the message says whether the amount is held or taken.',
    'Update card-vault and complete the payment again: it is taken once.',
  ],
  'completion.failed': [
    shop,
    'The bank accepted the card, and the wallet does not show which one it is.',
    "Look at the shopper's saved cards before asking for it again: the card may be there. The page has `request-refused`; [`completion-failed`](#completion-failed) is another case, an answer that was lost.",
  ],
  'consent.missing': [
    shop,
    'The option `consent` of the kit requires a consent, and the card was saved without one.',
    'Set `consent="required"` on the form, and save the card again. Do not charge it without the shopper before.',
  ],
  'consent.other_words': [
    shop,
    'The shopper agreed to other words than those of the option `consent.text`.',
    'Show one of these texts in the slot `consent`, or add the text that the page shows to the option.',
  ],
  'plan.not_found': [
    shop,
    'There is no such plan, or it is not offered to this shopper.',
    'Compare the `plan` of the button with `plans`.',
  ],
  'return_url.refused': [shop, '`return-url` is not a page of this origin.', 'Name a page of the shop.'],
  'credentials.refused': [
    shop,
    'The service refuses a key, or a relayed action has no token.',
    'Check `secretKey` and `publicKey`.',
  ],
  'service.unreachable': [
    shop,
    "The shop's server cannot reach the service.",
    'Check `serviceUrl` and outgoing connections.',
  ],
  'service.unavailable': [
    service,
    'The service is down or overloaded.',
    'Try again; if it lasts, ask the operator.',
  ],
  'answer.unreadable': [
    shop,
    'The service answered in another shape.',
    'Check `serviceUrl` and the versions.',
  ],
  'entry_mode.refused': [
    shop,
    'The merchant may not send raw card numbers.',
    "Leave `entryMode` at `'flex'`.",
  ],
  'configuration.missing': [
    shop,
    'An option of the kit is missing.',
    'Set the option that the message names.',
  ],
  'server.unexpected': [
    shop,
    "The shop's own code threw, for example in a hook.",
    'Read what `onError` gets.',
  ],
};
