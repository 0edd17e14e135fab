/** What a machine cannot judge, and the run whose page shows it. */
export const looks: readonly {readonly text: string; readonly query: string}[] = [
  {text: 'The form fits the shop: fonts, colours and corners are of one hand.', query: 'case=2.1&way=dialog'},
  {
    text: 'At 320 pixels nothing is cut, and nothing scrolls sideways.',
    query: 'case=2.9&way=dialog&width=320',
  },
  {
    text: 'The dark theme reads well, in the card fields and in the bank’s page too.',
    query: 'case=2.9&way=dialog&theme=dark',
  },
  {
    text: 'The bank’s page has the room that it needs, in the dialog and in the page.',
    query: 'case=2.9&way=inline',
  },
  {
    text: 'The sentence of a stop says what happened, what became of the money, and what to do.',
    query: 'case=2.2&way=dialog',
  },
  {
    text: 'From right to left everything is mirrored that should be, and digits are not.',
    query: 'case=2.9&way=dialog&lang=ar',
  },
  {
    text: 'Words 40 % longer than English break no button.',
    query: 'case=2.6&way=dialog&lang=en-XA&width=320',
  },
  {text: 'Urdu has its own line height: no letter is cut.', query: 'case=2.5&way=dialog&lang=ur'},
];
