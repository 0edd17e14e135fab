// Further: the field for a code, in a browser; its tokens: `service/test/microform/code-tokens.test.ts`.
import assert from 'node:assert/strict';
import {beforeEach, describe, it} from 'node:test';
import {Fields, type ShopWindow} from './fields-harness.js';
import {FieldsStage} from './stage.js';

describe('the field for a security code alone, in a browser', () => {
  const stage = new FieldsStage();
  let {microform, shop, page, complaints} = stage;
  let serial = 0;
  beforeEach(() => {
    ({microform, shop, page, complaints} = stage);
  });

  const open = (codeLengths: readonly number[]) =>
    Fields.open(page, {shop, microform, tracker: `track_${++serial}`, codeLengths});

  it('makes the token by itself, without an expiry', async () => {
    const fields = await open([3]);
    await fields.code.pressSequentially('987');
    const {token, error} = await fields.token({});
    assert.equal(error, undefined);
    assert.equal(await microform.redeemSecurityCode({tracker: `track_${serial}`, jwt: token!}), '987');
    assert.deepEqual(complaints, []);
  });

  it('takes as many digits as the card’s brand has', async () => {
    const fields = await open([4]);
    await fields.code.pressSequentially('123');
    const {error} = await fields.token({});
    assert.equal(error?.reason, 'CREATE_TOKEN_VALIDATION_FIELDS');
    assert.deepEqual(error?.details, [{message: 'is not valid', location: 'securityCode'}]);
    await fields.code.pressSequentially('45');
    assert.equal(await fields.code.inputValue(), '1234');
    const {token} = await fields.token({});
    assert.equal(await microform.redeemSecurityCode({tracker: `track_${serial}`, jwt: token!}), '1234');
  });

  it('stands alone: the library makes no field for a number', async () => {
    await open([3]);
    const reason = await page.evaluate(() => {
      try {
        (window as unknown as ShopWindow).microform.createField('number');
        return 'made';
      } catch (error) {
        return (error as {reason: string}).reason;
      }
    });
    assert.equal(reason, 'CREATE_FIELD_INVALID_FIELD_TYPE');
  });
});
