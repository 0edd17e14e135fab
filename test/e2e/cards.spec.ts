import {expect} from '@playwright/test';
import {answerStepUp, fillCard, testCards, type TestCard} from 'card-vault/testing';
import {readFileSync} from 'node:fs';
import {ledgerOf} from './support/sandbox.js';
import {ending, openShop, test} from './support/shop.js';

const brands = ['visa', 'mastercard', 'amex', 'discover'];

/** The published table itself, so that a slip in the kit's own copy cannot hide. */
const published = JSON.parse(
  readFileSync(new URL('../support/test-cards.json', import.meta.url), 'utf8'),
) as {
  cases: (Record<string, unknown> & {
    id: string;
    authentication_status: string;
    eci: Record<string, string>;
  })[];
};

test('the kit lists every row and brand of the published table @smoke', () => {
  const rows = published.cases.flatMap((row) =>
    brands
      .filter((brand) => row[brand])
      .map(
        (brand) => `${row.id} ${brand} ${String(row[brand])} ${row.authentication_status} ${row.eci[brand]}`,
      ),
  );
  expect(rows).toHaveLength(44);
  const kit = testCards.map((card) => `${card.case} ${card.brand} ${card.number} ${card.status} ${card.eci}`);
  expect([...kit].sort()).toEqual([...rows].sort());
});

/** Each case has both ways of verification over its brands; `matrix.spec.ts` tries every ending in every mode. */
const verificationOf = ({case: id, brand}: TestCard): 'on' | 'off' =>
  (published.cases.findIndex((row) => row.id === id) + brands.indexOf(brand)) % 2 ? 'off' : 'on';

for (const card of testCards) {
  const verification = verificationOf(card);
  test(`${card.case} ${card.name}, ${card.brand}, account verification ${verification}`, async ({
    page,
    demo,
  }) => {
    await openShop(page, demo, {verification});
    await fillCard(page, {number: card.number, securityCode: card.securityCode});
    await page.getByRole('button', {name: 'Save card'}).click();
    if (card.status === 'REQUIRED') await answerStepUp(page, '1234');

    const end = await ending(page);
    expect(end.outcome).toBe(card.outcome);
    expect(end.reason).toBe(card.reason);
    expect(end.authentication?.status).toBe(card.status);
    expect(end.authentication?.eci).toBe(card.eci);

    const ledger = await ledgerOf(demo, end.tracker!);
    if (card.outcome === 'stopped') {
      expect(ledger, 'nothing is authorized after a stop').toEqual([]);
      return;
    }
    expect(end.paymentMethod).toMatchObject({
      brand: card.brand,
      lastFour: card.number.slice(-4),
      singleUse: false,
    });
    const [authorization, ...rest] = ledger;
    expect(authorization).toMatchObject({kind: 'authorization', approved: true});
    if (verification === 'on') {
      expect(authorization!.amount).toBe(0);
      expect(rest, 'a zero amount needs no reversal').toEqual([]);
    } else {
      expect(authorization!.amount).toBeGreaterThan(0);
      expect(rest).toHaveLength(1);
      expect(rest[0]).toMatchObject({
        kind: 'reversal',
        amount: authorization!.amount,
        currency: authorization!.currency,
        authorization: authorization!.id,
      });
    }
  });
}
