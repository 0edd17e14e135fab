import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {describe, it} from 'node:test';
import {documentsAndPages} from './support/markdown.js';
import {examplesIn, ownMoney} from './support/money-rules.js';
import {filesBelow} from './support/source.js';

/** What holds the one table, and the one formatter. */
const allowed = ['src/protocol/currencies.ts', 'src/protocol/money-text.ts'];
/** Minor units that a database answers as text, because its whole numbers have 64 bits. */
const wholeColumns = [
  'service/src/edges/sandbox/views.ts: "Number(row.amount)"',
  'test/proofs/kill-during-billing.ts: "Number(subscription.amount_minor)"',
];
const read = (file: string): string => readFileSync(file, 'utf8');
const columnOf = (found: string): string => found.replace(/:\d+:/, ':').replace(/; use .*$/, '');

describe('money', () => {
  for (const folder of ['src', 'service/src', 'demo', 'bench', 'test/proofs', 'tools'])
    it(`is written, read and converted in one place: ${folder} has no other`, () => {
      const files = filesBelow(folder).filter((file) => !allowed.includes(file));
      assert.ok(files.length > 10);
      const found = files.flatMap((file) => ownMoney(file, read(file)));
      assert.deepEqual(
        found.filter((one) => !wholeColumns.includes(columnOf(one))),
        [],
      );
      for (const one of wholeColumns.filter((column) => column.startsWith(`${folder}/`)))
        assert.ok(found.map(columnOf).includes(one), `no exception is needed: ${one}`);
    });

  it('is written so in the examples of the documents, too', () => {
    const documents = ['README.md', 'demo/README.md', 'service/README.md', ...documentsAndPages()];
    assert.deepEqual(
      documents.flatMap((file) => ownMoney(file, examplesIn(read(file)))),
      [],
    );
  });

  it('a second formatter, table or conversion is seen', () => {
    for (const code of [
      "new Intl.NumberFormat('en', {style: 'currency', currency}).format(1)",
      "value.toLocaleString('en', {style: 'currency', currency: 'PKR'})",
      "new Intl.NumberFormat('en', {minimumFractionDigits: 2})",
      'const {maximumFractionDigits: digits = 2} = format.resolvedOptions()',
      'format.resolvedOptions().maximumFractionDigits',
      "new Set(Intl.supportedValuesOf('currency'))",
      "const none = 'BIF CLP ISK JPY VND'.split(' ')",
      'Number(amount)',
      'parseFloat(plan.price)',
      'Number.parseFloat(amountText)',
      'const value = +price',
      'amount.toFixed(2)',
      '(plan.amount / 10 ** digits)',
      'line.amount_minor / 100',
      '100 * price',
    ])
      assert.equal(ownMoney('x.ts', code).length, 1, code);
  });

  it('what is no amount is left alone', () => {
    for (const code of [
      "new Intl.NumberFormat(tag, {style: 'unit', unit})",
      "Number(field('attempt'))",
      'seconds.toFixed(1)',
      '(100 * done) / all',
      'amount * 2',
      "['PKR', 'USD', 'JPY']",
    ])
      assert.deepEqual(ownMoney('x.ts', code), []);
  });
});
