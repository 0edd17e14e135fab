import {boxes} from './boxes.mjs';
import {plansDrawer} from './plans-drawer.mjs';
import {html} from './html.mjs';
import {layout} from './layout.mjs';
import {queryOf} from './settings.mjs';
import {plansTexts as texts} from './plans-texts.mjs';

/** What the page's script says. */
const said = [
  ...[
    'yourBox',
    'boxes',
    'perWeek',
    'perMonth',
    'perYear',
    'states',
    'nextPayment',
    'paidUntil',
    'tryAgain',
    'endsOn',
  ],
  ...[
    'endedOn',
    'failedHelp',
    'onCard',
    'pauseBox',
    'resumeBox',
    'cancelBox',
    'keepBox',
    'endBox',
    'portal',
    'mails',
  ],
  ...['changed', 'notChanged', 'boxUnavailable', 'back'],
];

const perText = {WEEK: 'perWeek', MONTH: 'perMonth', YEAR: 'perYear'};

/** The boxes to subscribe to, and the shopper's own, which the page's script keeps up to date. */
export function plansPage({nonce, settings}, url) {
  const t = texts[settings.lang];
  const back = ['succeeded', 'pending', 'cancelled', 'failed'].find(
    (state) => state === url.searchParams.get('state'),
  );
  const price = new Intl.NumberFormat(settings.lang, {style: 'currency', currency: 'USD'});
  const query = queryOf(settings);
  return layout({
    nonce,
    settings,
    title: t.plansTitle,
    script: '/assets/shop/plans-page.js',
    drawer: plansDrawer(settings, nonce),
    body: html`<section class="plans" aria-labelledby="title">
      <h1 id="title">${t.plansTitle}</h1>
      <p class="lead">${t.plansLead}</p>
      <div
        id="subscription"
        data-query="${query}"
        data-back="${back ?? ''}"
        data-texts="${JSON.stringify(Object.fromEntries(said.map((key) => [key, t[key]])))}"
      >
        <p class="wait">${t.lookingUp}…</p>
      </div>
      <ul class="offers">
        ${boxes.map(
          ({name, amount, interval}) =>
            html`<li class="box">
              <h2>${t.boxes[name].title}</h2>
              <p class="day">${t.boxes[name].lead}</p>
              <ul>
                ${t.boxes[name].items.map((item) => html`<li>${item}</li>`)}
              </ul>
              <p class="price">
                <b dir="ltr">${price.format(Number(amount))}</b><span>${t[perText[interval]]}</span>
              </p>
              <a class="primary" href="/plans/subscribe${query ? `${query}&` : '?'}box=${name}"
                >${t.choose}<span class="unseen"> ${t.boxes[name].title}</span></a
              >
            </li>`,
        )}
      </ul>
      <p class="small">${t.plansSmall}</p>
    </section>`,
  });
}
