import type {MarkupOptions} from 'card-vault/server';
import type {Context} from './context.js';
import {html, markup} from './html.js';
import {layout} from './layout.js';
import {nextBox} from './next-box.js';
import {queryOf, sessionUrl, type Settings} from './settings.js';
import {texts} from './texts.js';

/** What the tag says for these settings. */
const tagOptions = (settings: Settings): MarkupOptions => ({
  shopName: 'Sorrel',
  name: 'payment_method',
  required: true,
  lang: settings.lang,
  sessionUrl: sessionUrl(settings),
  stepUp: settings['step-up'],
  entryMode: settings.entry,
  theme: settings.theme,
});

/** The page with the card form, drawn before any script is there. */
export function savePage({nonce, settings, tag}: Context): string {
  const t = texts[settings.lang];
  return layout({
    nonce,
    settings,
    title: t.saveTitle,
    script: '/assets/demo/save-page.js',
    body: html`<div class="columns">
      <section class="save" aria-labelledby="title">
        <h1 id="title">${t.saveTitle}</h1>
        <p class="lead">${t.saveLead}</p>
        <form action="/account/cards${queryOf(settings)}" method="post">
          ${markup(tag(tagOptions(settings)))}
          <label class="check"
            ><input type="checkbox" name="weekly" value="yes" checked /><span>${t.weekly}</span></label
          >
          <button class="primary">${t.save}</button>
        </form>
      </section>
      ${nextBox(t, settings.lang)}
    </div>`,
  });
}
