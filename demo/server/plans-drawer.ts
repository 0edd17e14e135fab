import {cardPicker, drawerFrame, switchBoard} from './drawer.js';
import {html, type Markup} from './html.js';
import type {Settings} from './settings.js';

/** The tester's half of the page of the boxes: the calendar, a card that fails, and the log of webhooks. */
export function plansDrawer(settings: Settings, nonce: string): Markup {
  return drawerFrame(
    html`<section aria-labelledby="calendar-title" class="bare">
        <h3 id="calendar-title">The calendar</h3>
        <p class="hint">Time belongs to the service. Drag it forward, and watch a year go by.</p>
        <service-calendar source="/behind-the-counter/sandbox/" feed></service-calendar>
        <script type="module" src="/behind-the-counter/calendar.js" nonce="${nonce}"></script>
      </section>
      <section aria-labelledby="decline-title">
        <h3 id="decline-title">Let the card fail</h3>
        <label class="field" for="decline">What the bank says from now on</label>
        <select id="decline"></select>
        <p id="decline-report" class="hint" role="status"></p>
      </section>
      <section aria-labelledby="log-title">
        <h3 id="log-title">The shop’s log of webhooks</h3>
        <p class="hint">
          Signed events at <code>POST /card-vault/webhooks</code>, and what the shop did about each.
        </p>
        <ol id="log" class="log" tabindex="0" aria-labelledby="log-title"></ol>
      </section>
      ${cardPicker()} ${switchBoard(settings, ['theme', 'lang'])}`,
  );
}
