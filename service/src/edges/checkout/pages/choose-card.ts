import type {Language} from '../language.js';
import type {OfferedCard} from '../subscription-details.js';
import {brandMark, cardName} from './card-mark.js';
import {Markup, markup} from './markup.js';

const lock = markup`<svg viewBox="0 0 16 16" width="14" height="20" fill="none" stroke="currentColor" stroke-width="1.5" aria-hidden="true" focusable="false"><rect x="3" y="7" width="10" height="7" rx="1.5" /><path d="M5.2 7V4.8a2.8 2.8 0 0 1 5.6 0V7" /></svg>`;
const plus = markup`<svg class="sign plus" viewBox="0 0 36 24" aria-hidden="true" focusable="false"><path d="M18 7v10M13 12h10" stroke="currentColor" stroke-width="1.75" stroke-linecap="round" /></svg>`;

/** Data that the server passes to the script of a page with a card. */
export interface CardPageData {
  /** Where the element opens its sessions. */
  readonly sessionUrl: string;
  readonly shopName: string;
  readonly locale: string;
  /** The request that uses the chosen card, or asks whether it has paid; undefined on a page that only saves one. */
  readonly action?: {readonly url: string; readonly body: Readonly<Record<string, string | number>>};
  /** The element itself pays, and no saved cards are offered. */
  readonly pays?: true;
  /** What the element says on a page that does more than save a card, by its own names. */
  readonly messages?: Readonly<Record<string, string>>;
  /** Address of the page. It is opened again when the script is done, unless an answer names another page. */
  readonly self: string;
  readonly texts: {
    readonly busy: string;
    /** Said where the answer was lost. */
    readonly connection: string;
    /** Said where the service had no answer. */
    readonly trouble: string;
    /** Said where the card cannot be used at all. */
    readonly refused: string;
    /** In the place of the element's own notice, which is written for a shop's page. */
    readonly notice: string;
  };
}

/** What the form with the cards is drawn from. */
export interface CardChoice {
  readonly cards: readonly OfferedCard[];
  /** Token of the card that is preselected; undefined preselects a new card. */
  readonly chosen: string | undefined;
  /** The customer whose card it becomes, masked; undefined where no card is kept. */
  readonly who?: string;
  /** Text of the button. */
  readonly button: string;
  readonly language: Language;
  /** Why the last attempt came to nothing. */
  readonly problem?: string | undefined;
  /** What the page's script may say in its place. */
  readonly texts: CardPageData['texts'];
  /** Shown above the button. */
  readonly terms?: Markup | undefined;
}

function cardOption(card: OfferedCard, chosen: string | undefined, language: Language): Markup {
  const {say, expiry} = language;
  const date = expiry(card.expiration_month, card.expiration_year);
  const state = card.expired ? say('cardExpired') : say('cardExpires', {date});
  // `Markup`, because a plain string would be escaped.
  const attributes = new Markup(
    `${card.token === chosen ? ' checked' : ''}${card.expired ? ' disabled' : ''}`,
  );
  return markup`<label class="choice"
    ><input type="radio" name="card" value="${card.token}" ${attributes} />
    ${brandMark(card)}
    <span>${cardName(card, language)}<span class="quiet">${state}</span></span></label
  >`;
}

/**
 * A notice, and room for the longest of the sentences that may take its place, so that nothing moves then. The box of the
 * sentence reaches into the gap above the notice.
 */
function notice({language, problem, texts}: CardChoice): Markup {
  const {say, sayInForm} = language;
  const declined = ['issuerRejected', 'issuerDeclined'] as const;
  const sentences = [
    ...declined.map((reason) => `${sayInForm(reason)} ${sayInForm('notCharged')}`),
    ...[say('declinedFunds'), texts.refused, texts.connection, texts.trouble, problem ?? ''],
  ];
  const [longest] = sentences.sort((one, other) => other.length - one.length);
  return markup`<p class="notice">${lock}<span>${texts.notice}</span></p>
    <p class="alert room" aria-hidden="true">${longest}</p>`;
}

/** The place of what went wrong with a saved card. While a new card is chosen, the card form says it. */
function sentencePlace(choice: CardChoice): Markup {
  const hidden = new Markup(choice.problem === undefined ? ' hidden' : '');
  return markup`<div class="said">
    ${choice.cards.length > 0 && notice(choice)}
    <p class="alert" id="problem" role="alert" tabindex="-1" ${hidden}>${choice.problem}</p>
  </div>`;
}

/** A form with the saved cards and a place for a new one, where the page's script adds `<card-vault>`. */
export function chooseCard(choice: CardChoice): Markup {
  const {cards, chosen, who, button, language, terms} = choice;
  const {say} = language;
  const whose = who !== undefined && markup`<span class="whose">${say('cardFor', {who})}</span>`;
  const newCardAttribute = new Markup(chosen === undefined ? ' checked' : '');
  return markup`<form id="choose" novalidate>
    ${
      cards.length === 0
        ? markup`<h2>${say('payWith')} ${whose}</h2>`
        : markup`<fieldset>
            <legend>${say('payWith')} ${whose}</legend>
            <div class="choices">
              ${cards.map((card) => cardOption(card, chosen, language))}
              <label class="choice"
                ><input type="radio" name="card" value="new" ${newCardAttribute} />${plus}<span>${say('newCard')}</span></label
              >
            </div>
          </fieldset>`
    }
    ${sentencePlace(choice)}
    <div id="new-card" ${new Markup(chosen === undefined ? '' : ' hidden')}>
      <div slot="notice"><div class="said">${notice(choice)}</div></div>
    </div>
    ${terms && markup`<p class="terms" id="terms">${terms}</p>`}
    <button class="main" type="submit" id="go" ${new Markup(terms ? ' aria-describedby="terms"' : '')}>
      ${button}
    </button>
    <noscript><p class="alert">${say('needsScript')}</p></noscript>
  </form>`;
}
