import {boxes} from './boxes.mjs';
import {plansDrawer} from './plans-drawer.mjs';
import {html} from './html.mjs';
import {layout} from './layout.mjs';
import {pageUrl} from './settings.mjs';
import {plansTexts as texts} from './plans-texts.mjs';

/** The boxes to subscribe to, and the shopper's own, which the page's script keeps up to date. */
export function plansPage({nonce, settings, integrity, offers, state}, url) {
  const t = texts[settings.lang];
  const isLeft = url.searchParams.get('state') === 'cancelled';
  const tokens = Object.fromEntries(offers.map(({name, token}) => [name, token]));
  return layout({
    nonce,
    settings,
    title: t.plansTitle,
    script: '/assets/demo/plans-page.js',
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
        <p class="wait">${t.lookingUp}…</p>
      </div>
      <p id="one-box" class="small" hidden></p>
      <ul class="offers">
        ${boxes.map(({name}) => offer(t.boxes[name], {name, token: tokens[name], settings, t}))}
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
function offer({title, lead, items}, {name, token, settings, t}) {
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
