import type {Context} from './context.js';
import {html} from './html.js';
import {layout} from './layout.js';
import {queryOf} from './settings.js';
import {texts} from './texts.js';

/** The answer to a form that names no card of this shopper. */
export function noCardPage({nonce, settings}: Context): string {
  const t = texts[settings.lang];
  return layout({
    nonce,
    settings,
    title: t.noCardTitle,
    // The tester's drawer belongs to the pages that have something to test.
    drawer: html``,
    body: html`<section class="account">
      <h1 id="title">${t.noCardTitle}</h1>
      <p class="lead">${t.noCardLead}</p>
      <p><a class="secondary" href="/${queryOf(settings)}">${t.noCardBack}</a></p>
    </section>`,
  });
}
