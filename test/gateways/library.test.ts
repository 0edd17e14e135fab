import {expect} from '@open-wc/testing';
import {loadLibrary} from '../../src/gateways/library-script.js';
import {mountFields} from '../../src/gateways/microform-mount.js';
import type {FieldSettings} from '../../src/gateways/index.js';
import type {CaptureContext} from '../../src/protocol/index.js';
import {eventually} from './support/doubles.js';
import {captureContext, pages, startBank} from './support/pages.js';

const late = new Error('the fields did not load in time');

describe('the script of the card field library', () => {
  let frame: HTMLIFrameElement;
  let page: Document;
  let context: CaptureContext;
  let requests: number;
  let channel: BroadcastChannel;
  before(startBank);
  beforeEach(async () => {
    // The worker answers for the scripts of pages below its folder alone.
    frame = document.createElement('iframe');
    frame.src = new URL('bank/blank', pages).href;
    const loaded = new Promise((resolve) => frame.addEventListener('load', resolve, {once: true}));
    document.body.append(frame);
    await loaded;
    page = frame.contentDocument!;
    const id = `library-${crypto.randomUUID()}`;
    requests = 0;
    channel = new BroadcastChannel(id);
    channel.onmessage = ({data}: MessageEvent<number>) => (requests = data);
    await stallFor(3);
  });
  afterEach(() => {
    channel.close();
    frame.remove();
  });

  const stallFor = async (stalls: number): Promise<void> => {
    const clientLibrary = new URL(`bank/library?id=${channel.name}&stalls=${stalls}`, pages).href;
    const {clientLibraryIntegrity: _fake, ...rest} = await captureContext();
    context = {...rest, clientLibrary};
  };
  const scripts = (): number => page.querySelectorAll('script').length;
  const load = (signal = new AbortController().signal): Promise<unknown> =>
    loadLibrary(page, context, signal).catch((error: unknown) => error);
  const mount = (signal: AbortSignal): Promise<unknown> => {
    const request = {
      document: page,
      context,
      load: loadLibrary,
      places: () => ({}),
      settings: () => ({}) as FieldSettings,
    };
    return mountFields(request, signal).catch((error: unknown) => error);
  };

  // shows: time 40
  it('is asked for again after each mount that was given up, and then loads', async () => {
    for (const round of [1, 2, 3]) {
      const limit = new AbortController();
      const mounted = mount(limit.signal);
      await eventually(() => requests === round);
      limit.abort(late);
      expect(await mounted).to.equal(late);
      expect(scripts()).to.equal(0);
    }
    expect(await load()).to.equal((frame.contentWindow as {Flex?: unknown}).Flex);
    // The worker's word may come after the script.
    await eventually(() => requests === 4);
    expect(scripts()).to.equal(1);
  });

  it('stays while one of its callers waits', async () => {
    const [first, second] = [new AbortController(), new AbortController()];
    void load(first.signal);
    void load(second.signal);
    await eventually(() => requests === 1);
    first.abort(late);
    expect(scripts()).to.equal(1);
    void load();
    second.abort(late);
    expect([requests, scripts()]).to.deep.equal([1, 1]);
  });

  it('stays once it has loaded, also when its caller gives up', async () => {
    await stallFor(0);
    const limit = new AbortController();
    const library = await load(limit.signal);
    await eventually(() => requests === 1);
    limit.abort(late);
    expect(await load()).to.equal(library);
    expect([requests, scripts()]).to.deep.equal([1, 1]);
  });

  it('never comes where its caller gives up at once', async () => {
    const limit = new AbortController();
    const failed = load(limit.signal);
    limit.abort(late);
    expect(await failed).to.have.property('code', 'fields-blocked');
    expect([requests, scripts()]).to.deep.equal([0, 0]);
  });

  it('is not removed by a caller of an earlier script', async () => {
    const [first, second] = [new AbortController(), new AbortController()];
    const failed = load(first.signal);
    await eventually(() => scripts() === 1);
    page.querySelector('script')!.dispatchEvent(new Event('error'));
    expect(await failed).to.have.property('code', 'fields-blocked');
    void load(second.signal);
    first.abort(late);
    await eventually(() => scripts() === 1);
    second.abort(late);
    expect(scripts()).to.equal(0);
  });
});
