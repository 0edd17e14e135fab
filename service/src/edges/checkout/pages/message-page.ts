import type {Language, Messages} from '../language.js';
import type {Page} from './document.js';
import {Markup, markup} from './markup.js';

const iconPaths = {
  good: 'M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20Zm-1.300 14.300-4-4 1.400-1.400 2.600 2.600 5.600-5.600 1.400 1.400Z',
  bad: 'M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20Zm-1 5h2v7h-2Zm0 9h2v2h-2Z',
  wait: 'M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20Zm-1 4h2v5.600l3.600 3.600-1.400 1.400L11 12.400Z',
} as const;

const icon = (kind: keyof typeof iconPaths) =>
  new Markup(
    `<svg class="mark ${kind}" viewBox="0 0 24 24" aria-hidden="true" focusable="false"><path fill="currentColor" d="${iconPaths[kind]}"/></svg>`,
  );

/** Content of a page that reports an outcome and links to the next step. */
export interface Message {
  readonly kind: keyof typeof iconPaths;
  readonly title: string;
  readonly text: string;
  /** The link back to the shop; undefined without a validated return URL. */
  readonly back?: {readonly href: string; readonly label: string} | undefined;
  readonly self?: string;
}

export function messagePage({kind, title, text, back, self}: Message): Page {
  return {
    title,
    ...(self !== undefined && {self}),
    body: markup`<section class="sheet">
      ${icon(kind)}
      <h1>${title}</h1>
      <p>${text}</p>
      ${back && markup`<a class="button main" href="${back.href}" data-back>${back.label}</a>`}
    </section>`,
  };
}

/** Refusals shown as pages, with their HTTP status. The texts of `link` are `linkTitle` and `linkText`. */
export const refusals = {
  link: 403,
  elsewhere: 403,
  expired: 410,
  plan: 410,
  address: 400,
  guest: 403,
  used: 410,
  trouble: 503,
} as const;
export type Refusal = keyof typeof refusals;

interface RefusalContext {
  readonly language: Language;
  readonly shop: string;
  /** The link back to the shop. */
  readonly back?: string | undefined;
}

/** The page that says why a request for a page is refused. */
export function refusalPage(refusal: Refusal, {language, shop, back}: RefusalContext): Page {
  const {say} = language;
  const key = (part: 'Title' | 'Text'): keyof Messages => `${refusal}${part}`;
  return messagePage({
    kind: 'bad',
    title: say(key('Title')),
    text: say(key('Text'), {shop}),
    back: back === undefined ? undefined : {href: back, label: say('backTo', {shop})},
  });
}
