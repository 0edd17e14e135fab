import type {PlanFacts} from '../../adapter/subscribe.js';
import type {Say} from '../controllers/locale.js';

/** The price of a plan as the page's language writes it: `$48.00 a month`, `$20.00 every 3 months`. */
export function planPrice(
  {amount, currency, interval, count}: PlanFacts,
  language: string,
  say: Say,
): string {
  const tag = Intl.NumberFormat.supportedLocalesOf(tagOf(language))[0] ?? 'en';
  const price = `\u2066${new Intl.NumberFormat(tag, {style: 'currency', currency}).format(Number(amount))}\u2069`;
  const unit = {style: 'unit', unit: interval, unitDisplay: 'long'} as const;
  if (count !== 1) return say('priceEvery', {price, period: new Intl.NumberFormat(tag, unit).format(count)});
  const once = {day: 'priceDay', week: 'priceWeek', month: 'priceMonth', year: 'priceYear'} as const;
  return say(once[interval], {price});
}

/** The `lang` of a page and the language of a browser are not always language tags: `en_US`, or `C`. */
function tagOf(language: string): string[] {
  try {
    return Intl.getCanonicalLocales(language);
  } catch {
    return [];
  }
}
