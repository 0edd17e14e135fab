// Further: a field that a page types into; a whole save: `test/e2e/qa-bench.spec.ts`.
import assert from 'node:assert/strict';
import {beforeEach, describe, it} from 'node:test';
import {FaultBox} from '../../src/edges/faults/faults.js';
import {Fields} from './fields-harness.js';
import {FieldsStage} from './stage.js';

describe('a card field that the page types into', () => {
  const stage = new FieldsStage();
  let fields: Fields;
  let serial = 0;
  const open = async (sandbox: boolean) => {
    const {deps, microform, shop, page} = stage;
    const faults = sandbox ? new FaultBox({...deps, production: false}) : undefined;
    (deps as {faults?: FaultBox | undefined}).faults = faults;
    fields = await Fields.open(page, {shop, microform, tracker: `track_${++serial}`});
  };
  beforeEach(() => {
    (stage.deps as {faults?: FaultBox | undefined}).faults = undefined;
  });

  /** Posts a text to the field of the number, as the bench of the demo does, and gives the port for its answer. */
  const post = (message: object) =>
    stage.page.evaluate((message) => {
      const {port1, port2} = new MessageChannel();
      const state = window as unknown as {typed: Promise<unknown>};
      state.typed = new Promise((resolve) => (port1.onmessage = ({data}) => resolve(data)));
      const frame = document.querySelector<HTMLIFrameElement>('#number iframe')!;
      frame.contentWindow!.postMessage(message, '*', [port2]);
    }, message);
  const message = {cardVault: 'sandbox', type: 'type', text: '4000000000002701'};

  it('of a service in development has the text, and says so', async () => {
    await open(true);
    await post(message);
    const answer = await stage.page.evaluate(() => (window as unknown as {typed: Promise<unknown>}).typed);
    assert.equal(answer, 'typed');
    assert.equal(await fields.number.inputValue(), '4000 0000 0000 2701');
    await fields.waitForEvent<{valid: boolean}>('change', ({valid}) => valid);
  });

  it('takes no other message, and none in production', async () => {
    for (const [sandbox, sent] of [
      [true, {...message, more: true}],
      [true, {...message, cardVault: 'microform'}],
      [false, message],
    ] as const) {
      await open(sandbox);
      await post(sent);
      // The field runs what the page asks in the order in which it comes.
      await fields.call('number', 'focus');
      await fields.waitForEvent('focus');
      assert.equal(await fields.number.inputValue(), '', JSON.stringify([sandbox, sent]));
    }
  });
});
