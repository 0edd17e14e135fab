/** Where a run stands still for eyes: a card is typed, the bank asks, or all is over. */
export type Moment = 'form' | 'bank' | 'end';

/** What a machine cannot judge, and the run whose page shows it. */
export interface EyeCheck {
  /** Name of its picture in `looks/`, which `npm run docs -- pictures` takes. */
  readonly id: string;
  readonly text: string;
  /** Address of the run, as the bench reads it. */
  readonly query: string;
  readonly moment: Moment;
}

export const looks: readonly EyeCheck[] = [
  {
    id: 'of-one-hand',
    text: 'The form fits the shop: fonts, colours and corners are of one hand.',
    ...{query: 'case=2.1&way=dialog', moment: 'form'},
  },
  {
    id: 'narrow',
    text: 'At 320 pixels nothing is cut, and nothing scrolls sideways.',
    ...{query: 'case=2.9&way=dialog&width=320', moment: 'form'},
  },
  {
    id: 'dark-form',
    text: 'The dark theme reads well, in the card fields too.',
    ...{query: 'case=2.9&way=dialog&theme=dark', moment: 'form'},
  },
  {
    id: 'dark-bank',
    text: 'The bank’s page lies well in a dark shop.',
    ...{query: 'case=2.9&way=dialog&theme=dark&width=800', moment: 'bank'},
  },
  {
    id: 'bank-inline',
    text: 'The bank’s page has the room that it needs in the page.',
    ...{query: 'case=2.9&way=inline&width=800', moment: 'bank'},
  },
  {
    id: 'bank-narrow',
    text: 'The bank’s page has the room that it needs on a small phone.',
    ...{query: 'case=2.9&way=dialog&width=320', moment: 'bank'},
  },
  {
    id: 'stop',
    text: 'The sentence of a stop says what happened, what became of the money, and what to do.',
    ...{query: 'case=2.2&way=dialog&width=800', moment: 'end'},
  },
  {
    id: 'right-to-left',
    text: 'From right to left everything is mirrored that should be, and digits are not.',
    ...{query: 'case=2.9&way=dialog&lang=ar&width=800', moment: 'form'},
  },
  {
    id: 'long-words',
    text: 'Words 40 % longer than English break no button.',
    ...{query: 'case=2.6&way=dialog&lang=en-XA&width=320', moment: 'end'},
  },
  {
    id: 'urdu',
    text: 'Urdu has its own line height: no letter is cut.',
    ...{query: 'case=2.5&way=dialog&lang=ur&width=360', moment: 'end'},
  },
];
