import type {Way} from './keyboard.js';
import type {TypedField} from './typed-card.js';

export interface Step {
  readonly field: TypedField;
  readonly way: Way;
  readonly text: string;
}

/** The steps of one row; the fields of all steps are judged, and those that a step has filled besides. */
export type Row = readonly Step[];

export interface Section {
  readonly title: string;
  readonly says: string;
  readonly rows: readonly Row[];
}

const one =
  (field: TypedField, way: Way) =>
  (...texts: readonly string[]): readonly Row[] =>
    texts.map((text) => [{field, way, text}]);
const typedNumber = one('number', 'typed');
const pastedNumber = one('number', 'pasted');
const filledNumber = one('number', 'filled');
const typedExpiry = one('expiry', 'typed');
const pastedExpiry = one('expiry', 'pasted');
const filledExpiry = one('expiry', 'filled');
const typedCode = one('security-code', 'typed');
const number = (text: string): Step => ({field: 'number', way: 'typed', text});
const code = (text: string): Step => ({field: 'security-code', way: 'typed', text});
const expiry = (text: string): Step => ({field: 'expiry', way: 'typed', text});
const pasted = (text: string): Step => ({field: 'number', way: 'pasted', text});

const numbers: readonly Section[] = [
  {
    title: 'A number, typed',
    says: 'As long as its brand’s numbers usually are, a number that fails has a wrong digit. Before, digits are missing.',
    rows: typedNumber(
      ...['4000000000002701', '4000 0000 0000 2701', '4000-0000-0000-2701', '4000.0000.0000.2701'],
      ...['4000000000002702', '4000000000002710', '400000000000270', '40000000', '4'],
      ...['40000000000027011', '400000000000270112', '4000000000002701121', '40000000000027011299'],
      ...['4222222222222', '4222222222223', '5555555555554444', '5555555555554445', '555555555555444'],
      ...['55555555555544441', '2223003122003222', '2223003122003223', '378282246310005', '378282246310006'],
      ...['37828224631000', '6011111111111117', '6011111111111118', '601111111111111', '30569309025904'],
      ...['30569309025905', '3056930902590', '3530111333300000', '3530111333300001', '6200000000000005'],
      ...['6200000000000006', '6759649826438453', '6759649826438454', '9999999999999995', '0000000000000000'],
    ),
  },
  {
    title: 'A number in other digits, and what is not a digit',
    says: 'Digits of five scripts are read. Anything else is not typed.',
    rows: [
      ...typedNumber(
        ...['٤٠٠٠٠٠٠٠٠٠٠٠٢٧٠١', '۴۰۰۰۰۰۰۰۰۰۰۰۲۷۰۱', '४०००००००००००२७०१', '৪০০০০০০০০০০০২৭০১'],
        ...[
          '４０００００００００００２７０１',
          '4٠۰0०০０ ٠۰0०০０ ２৭०۱',
          '๔๐๐๐๐๐๐๐๐๐๐๐๒๗๐๑',
          'abcd',
          '4OOO OOOO OOOO 27O1',
        ],
        ...['4000 0000 0000 27O1', '½¾①②', '4,0,0,0'],
      ),
      ...one('number', 'composed')(
        '４０００００００００００２７０１',
        '４０００',
        '4000000000002701',
        'かな',
      ),
    ],
  },
  {
    title: 'A number, corrected',
    says: 'Words in angle brackets are keys. The caret stays behind its digit, a full field loses none, and undo takes back what was typed.',
    rows: typedNumber(
      ...[
        '4000000000002701‹Backspace›',
        '4000000000002702‹Backspace›1',
        '40000‹Backspace›',
        '4000000000002701‹Home›‹Delete›4',
      ],
      ...[
        '400000000002701‹Home›‹Right›0',
        '4000000000002701‹Home›5',
        '4000000000002701‹Left›‹Left›‹Backspace›7',
      ],
      ...[
        '4000000000002701‹All›‹Backspace›',
        '4000000000002701‹All›5',
        '4000000000002701‹Undo›',
        '4000000000002701‹Undo›‹Undo›‹Redo›',
      ],
      ...[
        '4000000000002701‹All›‹Backspace›‹Undo›',
        '4000000000002701‹Undo›‹Undo›‹Undo›‹Undo›2702',
        '‹Undo›‹Redo›',
      ],
      ...[
        '4000 0000 0000 2701‹Home›‹Delete›37',
        '5555555555554444‹Home›‹Delete›4',
        '378282246310005‹Left›‹Left›‹Left›‹Left›‹Left›‹Backspace›0',
      ],
    ),
  },
  {
    title: 'A number, pasted or filled in',
    says: 'A whole number replaces what is there. Digits that are too many stay, so that no other number comes of them.',
    rows: [
      ...pastedNumber(
        ...[
          '4000000000002701',
          ' 4000 0000 0000 2701 ',
          '4000-0000-0000-2701',
          '4000\u00a00000\u20130000.2701',
        ],
        ...[
          '4000\n0000\n0000\n2701',
          '\u202d4000000000002701\u202c',
          '٤٠٠٠ ٠٠٠٠ ٠٠٠٠ ٢٧٠١',
          '4000000000002702',
          '400000000000',
        ],
        ...[
          '55555555555544441',
          '40000000000027011299',
          '4000000000002701 4000000000002701',
          '6212 3456 7890 1234 567',
        ],
        ...['hello', 'card ending 2701', ''],
      ),
      ...filledNumber('4000000000002701', '4000 0000 0000 2701', '378282246310005', '55555555555544441', ''),
    ],
  },
  {
    title: 'A sentence, pasted into the number',
    says: 'The number is the first that can be one, the expiry goes to its field. A security code goes nowhere.',
    rows: [
      'Card: 4000 0000 0000 2701 exp 01/29 cvv 123',
      'Card: 4000000000002701, exp. 01/2029, CVC: 123',
      '4000000000002701 01/29 123',
      '4000000000002701 exp 12/31/2027',
      '4000 0000 0000 2701\nValid thru: 01 / 29\nSecurity code 123',
      'Valid from 01/24, valid thru 01/29: 5555 5555 5555 4444',
      'from 01/24 to 01/29: 5555 5555 5555 4444',
      'exp 0129 4000000000002701',
      'expires Jan 2029, number 4000 0000 0000 2701',
      'Amex 3782 822463 10005, expiry date 12-2029, CID 1234',
      'Call 021 111 222 333 about card 4000-0000-0000-2701',
      'Order 12345678, card 6011 1111 1111 1117 (03/30)',
      'My card is 4000 0000 0000 2702 exp 01/29',
      'Card 4000 0000 0000 2701 exp 13/29',
      'Card 4000 0000 0000 2701 of 12/31/2027',
      'Card 4000 0000 0000 2701 exp 01/20',
      'رقم البطاقة ٤٠٠٠ ٠٠٠٠ ٠٠٠٠ ٢٧٠١ تاريخ ٠١/٢٩',
      'カード番号 ４０００ ００００ ００００ ２７０１ 有効期限 ０１／２９',
      '{"number":"4000000000002701","exp":"2029-01","cvc":"123"}',
      '4000000000002701 123',
    ].map((text) => [pasted(text)]),
  },
];

const expiries: readonly Section[] = [
  {
    title: 'An expiry, typed',
    says: 'The day is 20 November 2026. No digit is read as another than it is: 13 is no month, and not 1 with a year from 3 on.',
    rows: typedExpiry(
      ...[
        '0129',
        '01/29',
        '01 / 29',
        '1/29',
        '1229',
        '122029',
        '12/2029',
        '12-29',
        '12.29',
        '529',
        '5/29',
        '05/29',
      ],
      ...[
        '13/29',
        '1329',
        '13',
        '19/29',
        '00/28',
        '0/28',
        '127',
        '129',
        '1/2',
        '12',
        '1',
        '12/',
        '12/2',
        '12/202',
      ],
      ...[
        '1126',
        '1026',
        '01/20',
        '1246',
        '1146',
        '12/2049',
        '12/1999',
        '12291',
        '12/31/2027',
        '31/12/2027',
        '12/29/',
      ],
      ...['2029-12', '202912', '٠١٢٩', '०१/२९', '０１／２９', 'Dec 2029', '12x29', 'abc'],
    ),
  },
  {
    title: 'An expiry, corrected',
    says: 'Words in angle brackets are keys.',
    rows: typedExpiry(
      ...['1229‹Backspace›8', '12‹Backspace›', '12‹Backspace›‹Backspace›129', '1329‹Home›‹Right›‹Delete›2'],
      ...[
        '1229‹Home›‹Delete›‹Delete›05',
        '1229‹Home›1',
        '1229‹All›0130',
        '1229‹Undo›',
        '1229‹Undo›‹Undo›‹Redo›',
      ],
      ...['1229‹All›‹Backspace›‹Undo›', '5‹Backspace›‹Backspace›629', '1229‹Left›‹Backspace›3'],
    ),
  },
  {
    title: 'An expiry, pasted, filled in or composed',
    says: 'An entry that is no month and year stays as it is, and is refused with a word.',
    rows: [
      ...pastedExpiry(
        ...[
          '01/29',
          '0129',
          '012029',
          '2029-01',
          '2029-01-31',
          '1/2029',
          'Jan 2029',
          'january 29',
          '127',
          '927',
          '12027',
        ],
        ...[
          '13/29',
          '12/31/2027',
          '31.12.2027',
          '123127',
          'exp 01/29 cvv 123',
          'Valid thru 01/29',
          '01/24 - 01/29',
          'soon',
        ],
        ...['4000000000002701', '4000 0000 0000 2701 01/29', '10/25', ''],
      ),
      ...filledExpiry('01/29', '01/2029', '2029-01', '1/29', '01 / 29', '12/2020'),
      ...one('expiry', 'composed')('０１２９', '０１／２９', '01'),
    ],
  },
];

const codes: readonly Section[] = [
  {
    title: 'A security code',
    says: 'While the brand is not known it has 3 or 4 digits. More than 4 cannot be typed.',
    rows: [
      ...typedCode(
        '123',
        '1234',
        '12',
        '1',
        '12345',
        '12a3',
        '１２３',
        '٣٢١',
        '123‹Backspace›',
        '123‹Undo›4',
        '12‹Undo›‹Redo›3',
      ),
      ...one('security-code', 'pasted')('123', ' 1 2 3 ', 'CVV: 123', '12345', '1234567890'),
      ...one('security-code', 'filled')('123', '1234'),
    ],
  },
  {
    title: 'A security code and another number',
    says: 'The code stays as it was typed. One that no longer fits is said to be wrong.',
    rows: [
      [number('4000000000002701'), code('123')],
      [number('4000000000002701'), code('1234')],
      [number('378282246310005'), code('1234')],
      [number('378282246310005'), code('123')],
      [number('378282246310005'), code('1234'), number('‹All›4000000000002701')],
      [number('4000000000002701'), code('123'), number('‹All›378282246310005')],
      [
        number('378282246310005'),
        code('1234'),
        number('‹All›4000000000002701'),
        number('‹All›378282246310005'),
      ],
      [code('1234'), number('4000000000002701')],
      [code('123'), number('378282246310005')],
      [code('123'), number('4000000000002701')],
      [number('4000000000002701'), code('123'), pasted('5555 5555 5555 4444 exp 02/30')],
      [expiry('12/31'), pasted('4000 0000 0000 2701 exp 01/29')],
      [number('4000000000002701'), expiry('0129'), code('123')],
    ],
  },
];

export const sections: readonly Section[] = [...numbers, ...expiries, ...codes];
