import {expect} from '@open-wc/testing';
import type {CardVaultElement} from '../../src/element/exports/index.js';
import '../../src/element/exports/define.js';
import {readTrace, type Trace} from '../../src/inspector/index.js';
import {createFakeAdapter, fillCard, keepTraceOf, testCard, type TestCase} from '../../src/testing/index.js';

describe('a component test that fails', () => {
  const elements: CardVaultElement[] = [];
  afterEach(() => {
    for (const element of elements.splice(0)) element.remove();
  });

  async function save(id: TestCase, parent: Node = document.body): Promise<void> {
    const element = document.createElement('card-vault');
    elements.push(element);
    element.adapter = createFakeAdapter();
    parent.appendChild(element);
    await fillCard(element, testCard(id));
    await element.save();
    await element.updateComplete;
  }

  /** What is attached to a test that ends so. */
  async function attached(
    attachTrace: Awaited<ReturnType<typeof keepTraceOf>>,
    status: string,
  ): Promise<readonly (readonly [name: string, trace: Trace, type: string])[]> {
    const all: [string, Trace, string][] = [];
    await attachTrace({
      ...{status, expectedStatus: 'passed'},
      attach: async (name, {body, contentType}) => void all.push([name, readTrace(body), contentType]),
    });
    return all;
  }
  const endOf = ({entries}: Trace) => entries.findLast((entry) => entry.kind === 'outcome')?.outcome;

  it('has the trace of its element attached, from the first step to the end; one that passes has none', async () => {
    const attachTrace = await keepTraceOf(document);
    await save('2.1');
    expect(await attached(attachTrace, 'passed')).to.deep.equal([]);
    const [[name, trace, type]] = (await attached(attachTrace, 'failed')) as [[string, Trace, string]];
    expect([name, type]).to.deep.equal(['card-vault-trace.json', 'application/json']);
    expect(endOf(trace)).to.equal('saved');
    const states = trace.entries.flatMap((entry) => (entry.kind === 'state' ? [entry.state] : []));
    expect(states).to.include.members(['opening', 'collecting', 'enrolling', 'saved']);
    expect(JSON.stringify(trace)).not.to.contain(testCard('2.1').number);
  });

  it('has that of its own element, not of the test before, and none where it had no element', async () => {
    await (
      await keepTraceOf(document)
    )({status: 'failed', attach: async () => expect.fail('no element yet')});
    const attachTrace = await keepTraceOf(document);
    await save('2.2');
    const [[, trace]] = (await attached(attachTrace, 'failed')) as [[string, Trace, string]];
    expect(endOf(trace)).to.equal('stopped');
  });

  it('has it also where the element stands in another one', async () => {
    const attachTrace = await keepTraceOf(document);
    const host = document.createElement('div');
    document.body.append(host);
    await save('2.1', host.attachShadow({mode: 'open'}));
    const [[, trace]] = (await attached(attachTrace, 'failed')) as [[string, Trace, string]];
    expect(endOf(trace)).to.equal('saved');
    host.remove();
  });

  it('leaves nothing of it in the storage of the tab', async () => {
    // Files before this one may have run in the same tab.
    sessionStorage.clear();
    await keepTraceOf(document);
    await save('2.1');
    expect(Object.keys(sessionStorage).filter((key) => key.startsWith('card-vault/trace'))).to.deep.equal([]);
  });
});
