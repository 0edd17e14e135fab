import type {Offer} from './boxes.js';
import type {Context} from './context.js';
import {plansDrawer} from './plans-drawer.js';
import {html, type Markup} from './html.js';
import {layout} from './layout.js';
import {plansTexts as texts, type PlansTexts} from './texts.js';
import {pageUrl, type Settings} from './settings.js';
import type {Standing} from './standing.js';

interface Boxes extends Context {
  readonly offers: readonly Offer[];
  /** Nothing where the service does not tell it: the page's script asks again. */
  readonly state: Standing | undefined;
}

/** The boxes to subscribe to, and the shopper's own, which the page's script keeps up to date. */
export function plansPage({nonce, settings, integrity, offers, state}: Boxes, url: URL): string {
  const t = texts[settings.lang];
  const isLeft = url.searchParams.get('state') === 'cancelled';
  return layout({
    nonce,
    settings,
    title: t.plansTitle,
    script: '/assets/demo/plans-page.js',
    scriptDraws: !!state?.subscription,
    drawer: plansDrawer(settings, nonce),
    body: html`<section class="plans" aria-labelledby="title">
      <h1 id="title">${t.plansTitle}</h1>
      <p class="lead">${t.plansLead}</p>
      <div
        id="subscription"
        data-page="${pageUrl('/plans', settings)}"
        data-left="${isLeft ? 'yes' : ''}"
        data-state="${state ? JSON.stringify(state) : ''}"
        data-texts="${JSON.stringify(t)}"
      >
        ${state?.subscription !== null && html`<p class="wait">${t.lookingUp}…</p>`}
      </div>
      <p id="one-box" class="small" hidden></p>
      <link rel="stylesheet" href="/assets/first-paint.css" />
      <ul class="offers">
        ${offers.map((one) => offer(one, settings, t))}
      </ul>
      <p class="small">${t.plansSmall}</p>
      <script
        type="module"
        nonce="${nonce}"
        src="/assets/card-vault.js"
        integrity="${integrity['card-vault.js']}"
      ></script>
    </section>`,
  });
}

/** The price is the service's own (`show-plan`); what the box is called is said in the page's language. */
function offer({name, token}: Offer, settings: Settings, t: PlansTexts): Markup {
  const {title, lead, items} = t.boxes[name];
  return html`<li class="box" data-box="${name}">
    <h2>${title}</h2>
    <p class="day">${lead}</p>
    <ul>
      ${items.map((item) => html`<li>${item}</li>`)}
    </ul>
    <card-vault-subscribe plan="${token}" show-plan return-url="${pageUrl('/plans/back', settings)}"
      ><span class="choose">${t.choose}<span class="unseen"> ${title}</span></span
      ><span class="chosen">${t.yourBox}</span></card-vault-subscribe
    >
  </li>`;
}
