import type {Context} from './context.js';
import {html} from './html.js';
import {layout} from './layout.js';
import {queryOf, sessionUrl} from './settings.js';
import {texts} from './texts.js';

/**
 * The card form as a React or Vue component, on the same shop server. The script mounts into `#app` and finds there the
 * session address and where the form goes.
 */
export function frameworkPage(framework: 'React' | 'Vue', {nonce, settings}: Context): string {
  const t = texts[settings.lang];
  return layout({
    nonce,
    settings,
    title: `${t.saveTitle} (${framework})`,
    script: `/assets/demo/${framework.toLowerCase()}.js`,
    body: html`<section class="save" aria-labelledby="title">
      <h1 id="title">${t.saveTitle}</h1>
      <p class="lead">${t.saveLead} (${framework})</p>
      <div
        id="app"
        data-session-url="${sessionUrl(settings)}"
        data-action="/account/cards${queryOf(settings)}"
        data-step-up="${settings['step-up']}"
        data-entry-mode="${settings.entry}"
        data-save="${t.save}"
      ></div>
      <script type="module" nonce="${nonce}" src="/assets/demo/framework-page.js"></script>
    </section>`,
  });
}
