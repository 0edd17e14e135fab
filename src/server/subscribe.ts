import {CardVaultError} from '../protocol/index.js';
import {json, isUnknownAtService, readJson, Refusal} from './answers.js';
import type {Vouching} from './client/checkout.js';
import type {Config} from './config.js';
import {requireOwnPage} from './origin.js';
import type {Visit} from './session-answer.js';

const nameThePlan = 'Name the plan: {"plan": "plan_…"}.';
const languages = /^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/;

/**
 * `POST /subscribe` with `{plan, return_url?, locale?, reference?, code_challenge?}`: the address of the hosted checkout for a
 * plan (wire 1.10), also for a shopper who is not logged in and gives name and address there. It leads back to pages of the
 * shop only. With `code_challenge` of a shopper who is logged in it answers `method: "POST"` too: the browser posts its
 * `code_verifier` there and is not asked whose page it is. A plan that the shop does not offer to them is as unknown as one that does not exist.
 */
export async function subscribeAddress(request: Request, config: Config): Promise<Response> {
  const origin = await requireOwnPage(request, config);
  const customer = (await config.customer(request)) || undefined;
  const fields = await readFields(request, nameThePlan);
  const plan = planOf(fields['plan']);
  const {locale, reference: asked} = fields;
  const url = ownPage(fields['return_url'], origin);
  if (!(await config.offers(plan, {request, customer}))) throw noSuchPlan();
  const named = typeof asked === 'string' && asked !== '' && asked.length <= 128 && {asked};
  const reference = await config.reference(plan, {request, customer, ...named});
  const address = {
    plan,
    ...languageOf(locale),
    ...(reference !== undefined && {reference}),
    redirectUrl: url,
  };
  const {checkout} = config.client;
  try {
    if (customer === undefined) return json({url: await checkout.subscribeUrl(address)});
    const vouching = challengeOf(fields);
    const known = {...address, customer, ...vouching};
    const page = await checkout.subscribeUrl(known).then(
      (url) => ({url, ...takenBy(vouching)}),
      async (error: unknown) => {
        // Where the page cannot be told who subscribes, it asks the shopper.
        if (!(error instanceof CardVaultError) || error.field !== 'customer') throw error;
        return {url: await checkout.subscribeUrl(address)};
      },
    );
    return json(page);
  } catch (error) {
    if (!isUnknownAtService(error)) throw error;
    throw noSuchPlan();
  }
}

/**
 * `GET /subscribe?plan=…`: what a plan is called and costs, where the shop offers it to this visitor. The
 * page so shows the price that the service will charge, not a copy of it.
 */
export async function planFacts(request: Request, config: Config): Promise<Response> {
  const customer = (await config.customer(request)) || undefined;
  const token = planOf(new URL(request.url).searchParams.get('plan'));
  if (!(await config.offers(token, {request, customer}))) throw noSuchPlan();
  try {
    const plan = await config.client.plans.read(token);
    if (!plan.active || plan.archived) throw noSuchPlan();
    return json({
      name: plan.name ?? plan.product,
      amount: plan.amount,
      currency: plan.currency,
      interval: plan.interval,
      interval_count: plan.intervalCount,
      trial_days: plan.trialDays,
    });
  } catch (error) {
    if (!isUnknownAtService(error)) throw error;
    throw noSuchPlan();
  }
}

/**
 * `POST /portal` with `{return_url?, locale?, code_challenge?}`: the address of the hosted page of the shopper's own
 * subscriptions (wire 1.10); `code_challenge` as in `/subscribe`.
 */
export async function portalAddress({request, origin, customer}: Visit, config: Config): Promise<Response> {
  const fields = await readFields(request, 'Send {}, or {"return_url": "https://…"}.');
  const returnUrl = ownPage(fields['return_url'], origin);
  const {checkout} = config.client;
  const vouching = challengeOf(fields);
  const url = await checkout.portalUrl({customer, returnUrl, ...languageOf(fields['locale']), ...vouching});
  return json({url, ...takenBy(vouching)});
}

/** The hash by which the browser that pressed can be known later. */
function challengeOf({code_challenge: challenge}: Readonly<Record<string, unknown>>): Vouching {
  if (challenge === undefined) return {};
  if (typeof challenge === 'string' && /^[\w-]{43}$/.test(challenge)) return {codeChallenge: challenge};
  throw new Refusal(
    400,
    'request.invalid',
    'code_challenge must be a SHA-256 in base64url, of 43 characters.',
  );
}

const takenBy = ({codeChallenge}: Vouching) => codeChallenge !== undefined && {method: 'POST'};

function planOf(plan: unknown): string {
  if (typeof plan === 'string' && /^[A-Za-z0-9_-]{1,128}$/.test(plan)) return plan;
  throw new Refusal(400, 'request.invalid', nameThePlan);
}

/** Hosted pages lead back to pages of the shop only. */
function ownPage(back: unknown, origin: string): string {
  const url = typeof back === 'string' && URL.canParse(back) ? new URL(back) : undefined;
  if (back === undefined) return new URL(origin).href;
  if (url?.origin === origin) return url.href;
  throw new Refusal(400, 'return_url.refused', `return_url must be a page of ${origin}.`);
}

const languageOf = (locale: unknown) =>
  typeof locale === 'string' && languages.test(locale) ? {locale} : undefined;

const noSuchPlan = () => new Refusal(404, 'plan.not_found', 'There is no such plan.');

async function readFields(request: Request, hint: string): Promise<Readonly<Record<string, unknown>>> {
  const body = await readJson(request, hint);
  return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
}
