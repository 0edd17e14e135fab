import type {PlanFacts} from '../../adapter/subscribe.js';
import {languageTag, moneyText} from '../../protocol/money-text.js';
import type {Say} from '../shopper/locale.js';

/** The price of a plan as the page's language writes it: `$48.00 a month`, `$20.00 every 3 months`. */
export function planPrice(plan: PlanFacts, language: string, say: Say): string {
  const {interval, count} = plan;
  const tag = languageTag(language);
  const price = `\u2066${moneyText(plan, tag)}\u2069`;
  const unit = {style: 'unit', unit: interval, unitDisplay: 'long'} as const;
  if (count !== 1) return say('priceEvery', {price, period: new Intl.NumberFormat(tag, unit).format(count)});
  const once = {day: 'priceDay', week: 'priceWeek', month: 'priceMonth', year: 'priceYear'} as const;
  return say(once[interval], {price});
}
