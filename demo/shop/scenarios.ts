/** What each case of the published test cards is for, in a tester's words. */
export const scenarios: Readonly<Record<string, {readonly group: string; readonly text: string}>> = {
  2.1: {group: 'Saved', text: 'The bank asks nothing'},
  2.3: {group: 'Saved', text: 'The card scheme stands in for the bank'},
  2.9: {group: 'The bank asks for a code', text: 'The code is right'},
  '2.10': {group: 'The bank asks for a code', text: 'The bank says no all the same'},
  2.11: {group: 'The bank asks for a code', text: 'The bank cannot decide'},
  2.12: {group: 'The bank asks for a code', text: 'Something breaks at the bank'},
  2.2: {group: 'Not saved', text: 'The bank says no without asking'},
  2.5: {group: 'Not saved', text: 'The bank refuses the card'},
  2.4: {group: 'Not saved', text: 'The bank cannot be asked'},
  2.6: {group: 'Not saved', text: 'The card takes no part in 3-D Secure'},
  2.7: {group: 'Not saved', text: 'The lookup breaks'},
  2.8: {group: 'Not saved', text: 'The lookup is silent for 10 seconds'},
};

export const brandNames: Readonly<Partial<Record<string, string>>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'Amex',
  discover: 'Discover',
  jcb: 'JCB',
  diners: 'Diners Club',
};
