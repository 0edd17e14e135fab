// Prints what a shopper is shown in a language, by surface, as JSON: `shown-in.ts TAG`. Runs in a copy of the repository, too.
import {accountPage} from '../../../demo/server/account-page.js';
import type {Context} from '../../../demo/server/context.js';
import {noCardPage} from '../../../demo/server/no-card-page.js';
import {plansPage} from '../../../demo/server/plans-page.js';
import {savePage} from '../../../demo/server/save-page.js';
import {settingsOf} from '../../../demo/server/settings.js';
import type {Plan} from '../../../service/src/domain/plans/plan.js';
import {chooseLocale, createLanguage} from '../../../service/src/edges/checkout/language.js';
import {documentOf, type Page} from '../../../service/src/edges/checkout/pages/document.js';
import {refusalPage, refusals, type Refusal} from '../../../service/src/edges/checkout/pages/message-page.js';
import {contactPage} from '../../../service/src/edges/checkout/pages/subscribe-page.js';
import {
  downPage,
  invalidTokenPage,
  nothingToDoPage,
} from '../../../service/src/simulators/issuer/end-pages.js';
import {createLanguage as languageOfBank} from '../../../service/src/simulators/issuer/language.js';
import {loadCatalogue} from '../../../src/element/shopper/catalogue.js';
import {writeMarkup} from '../../../src/server/markup/markup.js';
import {bank, pages} from '../../../src/texts/at-once.js';
import {languageNames} from '../../../src/texts/index.js';
import {element} from '../../../src/texts/en/element.js';

const tag = process.argv[2]!;
const wish = `${tag}-ZZ`;
const place = {sessionUrl: '/session', serviceUrl: undefined, library: undefined};

const locale = chooseLocale([wish], undefined);
const language = createLanguage(locale);
const languageAtBank = languageOfBank(locale);
const shop = '7';
const urls = {
  api: 'http://a.test',
  fields: 'http://f.test',
  issuer: 'http://i.test',
  hosted: 'http://a.test',
};
const hosted = (page: Page) => documentOf(page, {language, urls, development: true, shop: undefined}).body;
const epoch = new Date(0);
const plan: Plan = {
  ...{token: 'plan_1', merchant: 'm', product: '7', name: null, description: null, type: 'RECURRING'},
  ...{
    amount: '5.00',
    currency: 'USD',
    interval_unit: 'MONTH',
    interval_count: 1,
    amount_minor: 500,
    number_of_billing_cycles: null,
    time_zone: 'UTC',
  },
  ...{active: true, trial_period_days: 3, created_at: epoch, updated_at: epoch, archived_at: null},
};
const contact = {first_name: '', last_name: '', email: ''};
const problems = {first_name: 'firstNameWrong', email: 'emailWrong'} as const;

const settings = settingsOf(new URL(`http://shop.test/?lang=${tag}`));
const nonce = 'n'.repeat(24);
const demo: Context = {
  ...{nonce, settings, chosen: undefined, integrity: {}, tag: () => ''},
  shopper: {account: '7', guest: '8'},
};
const url = new URL('http://shop.test/?saved=yes');
const offers = [{name: 'sorrel-weekly', token: 'plan_1'}] as const;
const messages = Object.entries((await loadCatalogue(locale, true, () => undefined)).element);

const shown: Readonly<Record<string, string>> = {
  markup: writeMarkup(
    {locale: wish, required: true, cardholderName: true, consent: 'required', shopName: '7'},
    place,
  ),
  'words of the elements': Object.keys(element)
    .map((key) => `<p>${Object.fromEntries(messages)[key] ?? `missing ${key}`}</p>`)
    .join(''),
  'hosted page: contact': hosted(
    contactPage({language, shop, plan, now: epoch, self: '/s'}, {contact, problems}),
  ),
  ...Object.fromEntries(
    (Object.keys(refusals) as Refusal[]).map((refusal) => [
      `hosted page: ${refusal}`,
      hosted(refusalPage(refusal, {language, shop, back: '/'})),
    ]),
  ),
  'words of the hosted pages': Object.keys(pages.en)
    .map((key) => `<p>${language.say(key as keyof typeof pages.en, {count: 5})}</p>`)
    .join(''),
  'bank: invalid link': invalidTokenPage(languageAtBank),
  'bank: down': downPage(languageAtBank),
  'bank: nothing to do': nothingToDoPage(languageAtBank),
  'words of the bank': Object.keys(bank.en)
    .map((key) => `<p>${languageAtBank.say(key as keyof typeof bank.en, {count: 5})}</p>`)
    .join(''),
  'demo: card': savePage(demo),
  'demo: boxes': plansPage({...demo, offers, state: undefined}, url),
  'demo: account': accountPage(demo, url, 1),
  'demo: no card': noCardPage(demo),
  'choice of language': `<p>${Object.entries(languageNames).find(([known]) => known === tag)?.[1] ?? 'missing'}</p>`,
};
process.stdout.write(JSON.stringify(shown));
