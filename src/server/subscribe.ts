import {json, isUnknownAtService, readJson, Refusal} from './answers.js';
import type {Config} from './options.js';
import {requireOwnPage} from './origin.js';

const nameThePlan = 'Name the plan: {"plan": "plan_…"}.';
const languages = /^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/;

/**
 * `POST /subscribe` with `{plan, return_url?, locale?}`: the address of the hosted checkout for a plan (wire 1.10), for whoever is
 * logged in; somebody who is not says there who they are. It leads back to a page of the shop and to nobody else's. A plan that
 * the shop does not offer to them is as unknown as one that there is not.
 */
export async function subscribeAddress(request: Request, config: Config): Promise<Response> {
  const origin = requireOwnPage(request, config);
  const customer = (await config.customer(request)) || undefined;
  const {plan, return_url: back = origin, locale} = await readFields(request);
  if (typeof plan !== 'string' || !/^[A-Za-z0-9_-]{1,128}$/.test(plan)) {
    throw new Refusal(400, 'request.invalid', nameThePlan);
  }
  const url = typeof back === 'string' && URL.canParse(back) ? new URL(back) : undefined;
  if (url?.origin !== origin) {
    throw new Refusal(400, 'return_url.refused', `return_url must be a page of ${origin}.`);
  }
  if (!(await config.offers(plan, {request, customer}))) throw noSuchPlan();
  const reference = await config.reference(plan, {request, customer});
  try {
    const address = await config.client.checkout.subscribeUrl({
      plan,
      ...(customer !== undefined && {customer}),
      ...(typeof locale === 'string' && languages.test(locale) && {locale}),
      ...(reference !== undefined && {reference}),
      redirectUrl: url.href,
    });
    return json({url: address});
  } catch (error) {
    if (!isUnknownAtService(error)) throw error;
    throw noSuchPlan();
  }
}

const noSuchPlan = () => new Refusal(404, 'plan.not_found', 'There is no such plan.');

async function readFields(request: Request): Promise<Readonly<Record<string, unknown>>> {
  const body = await readJson(request, nameThePlan);
  return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
}
