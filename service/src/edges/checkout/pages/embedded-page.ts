import type {Language} from '../language.js';
import {chooseCard, type CardPageData} from './choose-card.js';
import type {Page} from './document.js';
import {markup} from './markup.js';

/** The page that saves a card with a tracker that the shop opened. */
export function embeddedPage(
  {language, shop, self}: {readonly language: Language; readonly shop: string; readonly self: string},
  {who, data}: {readonly who: string; readonly data: CardPageData},
): Page {
  const {say} = language;
  return {
    title: say('saveTitle'),
    self,
    data,
    body: markup`<div class="summary">
        <h1>${say('saveTitle')}</h1>
        <p>${say('saveText', {shop})}</p>
      </div>
      <section class="sheet">
        ${chooseCard({cards: [], chosen: undefined, who, button: say('save'), language, texts: data.texts})}
      </section>
      <a class="leave" href="${self}/leave">${say('cancelAndGoBack', {shop})}</a>`,
  };
}
