import {expect} from '@open-wc/testing';
import {createDeviceDataCollection, type DeviceDataOptions} from '../../src/gateways/index.js';
import type {CardVaultError} from '../../src/protocol/index.js';
import {countListeners} from '../support/listeners.js';
import {codeOf, eventually, ManualTimers, refuseForms, signal} from './support/doubles.js';
import {bank, nextArrival, otherOrigin, pages, runHarness, shell, startBank} from './support/pages.js';

const completed = {MessageType: 'profile.completed', SessionId: 'session-1', Status: true};

describe('device data collection (spec 3.1 step 5, wire 3)', () => {
  let timers: ManualTimers;
  let host: HTMLElement;
  let caller: AbortController;
  before(startBank);
  beforeEach(() => {
    timers = new ManualTimers();
    faults = [];
    caller = new AbortController();
    host = document.body.appendChild(document.createElement('div'));
  });
  afterEach(() => host.remove());

  /** A frame that has done its work goes one task later. */
  const leave = (): void => timers.fire(0);
  let faults: CardVaultError[];
  const collector = (options: Partial<DeviceDataOptions> = {}) =>
    createDeviceDataCollection({
      host: () => host,
      after: timers.after,
      onFault: (fault) => faults.push(fault),
      ...options,
    });
  const collect = (url: string, frameUrl?: string) =>
    collector().collect({accessToken: 'a.b.c', url, ...(frameUrl === undefined ? {} : {frameUrl})}, caller);

  for (const [way, frameUrl] of [
    ['directly', undefined],
    ['in the shell frame', shell()],
  ] as const) {
    describe(way, () => {
      it('posts the token in a body and gives the session id', async () => {
        const arrival = nextArrival();
        const result = collect(bank([JSON.stringify(completed)]), frameUrl);
        expect(await result).to.deep.equal({outcome: 'collected', sessionId: 'session-1'});
        expect((await arrival).form).to.deep.equal({JWT: 'a.b.c'});
        expect((await arrival).href).not.to.contain('a.b.c');
      });

      it('says failed when the collector says so', async () => {
        const failed = JSON.stringify({...completed, Status: false});
        expect(await collect(bank([failed]), frameUrl)).to.deep.equal({outcome: 'failed'});
        expect(host.childElementCount).to.equal(0);
      });

      it('waits for a silent collector until its caller gives up', async () => {
        const arrival = nextArrival();
        const result = collect(bank(), frameUrl);
        await arrival;
        timers.fire(10_000);
        const reason = new Error('too long');
        caller.abort(reason);
        expect(await result.catch((error: unknown) => error)).to.equal(reason);
        expect(host.childElementCount).to.equal(0);
      });

      it('leaves no frame, form, sheet or timer behind, but not in the way of what follows', async () => {
        const sheets = document.adoptedStyleSheets.length;
        await collect(bank([JSON.stringify(completed)]), frameUrl);
        expect(host.childElementCount).to.equal(1);
        leave();
        expect(host.childElementCount).to.equal(0);
        expect(document.querySelectorAll('form')).to.have.length(0);
        expect(document.adoptedStyleSheets).to.have.length(sheets);
        expect(timers.delays).to.deep.equal([]);
      });

      it('adds no entry to the session history', async () => {
        const before = history.length;
        await collect(bank([JSON.stringify(completed)]), frameUrl);
        expect(history.length).to.equal(before);
      });

      it('ends with the reason of the caller, and takes everything away', async () => {
        const caller = new AbortController();
        const arrival = nextArrival();
        const result = collector().collect(
          {accessToken: 'a.b.c', url: bank(), ...(frameUrl === undefined ? {} : {frameUrl})},
          caller,
        );
        await arrival;
        caller.abort(new Error('cancelled'));
        expect(await result.catch((error: Error) => error.message)).to.equal('cancelled');
        expect(host.childElementCount).to.equal(0);
      });
    });
  }

  it('hears the second message form directly', async () => {
    const second = {
      MessageType: 'profile.completed',
      Payload: {ActionCode: 'SUCCESS', SessionId: 's-2', DataSources: {}},
    };
    expect(await collect(bank([second]))).to.deep.equal({outcome: 'collected', sessionId: 's-2'});
  });

  it('takes the old spelling, a prefix and keys it does not know directly', async () => {
    const {SessionId: _, ...rest} = completed;
    const message = {...rest, 'Session Id': '0_session-1', Version: '2', More: {deep: [1]}};
    expect(await collect(bank([JSON.stringify(message)]))).to.deep.equal({
      outcome: 'collected',
      sessionId: '0_session-1',
    });
  });

  it('passes over what other software posts', async () => {
    const noise = [
      '{not json',
      {source: 'react-devtools'},
      null,
      7,
      {...completed, MessageType: 'ui.rendered'},
    ];
    const result = await collect(bank([...noise, completed]));
    expect(result).to.deep.equal({outcome: 'collected', sessionId: 'session-1'});
  });

  it('does not listen to a sibling frame of the same origin', async () => {
    const arrival = nextArrival();
    const result = collect(bank());
    const sibling = host.appendChild(document.createElement('iframe'));
    await arrival;
    sibling.contentWindow?.setTimeout('parent.postMessage(' + JSON.stringify(completed) + ', "*")');
    await new Promise((resolve) => window.addEventListener('message', resolve, {once: true}));
    caller.abort(new Error('silence'));
    expect(await result.catch(String)).to.equal('Error: silence');
  });

  it('hides its frame from eyes, keyboard and screen readers, and names it', async () => {
    const arrival = nextArrival();
    const result = collect(bank());
    const frame = host.querySelector('iframe')!;
    expect(frame.title).not.to.equal('');
    expect(frame.referrerPolicy).to.equal('strict-origin');
    expect(frame.tabIndex).to.equal(-1);
    expect(frame.getAttribute('aria-hidden')).to.equal('true');
    expect(frame.hasAttribute('style')).to.equal(false);
    expect(getComputedStyle(frame).opacity).to.equal('0');
    expect(frame.getBoundingClientRect().width).to.equal(10);
    expect(frame.sandbox.contains('allow-top-navigation')).to.equal(false);
    await arrival;
    caller.abort();
    await result.catch(() => undefined);
  });

  it('works inside a shadow root', async () => {
    const root = host.attachShadow({mode: 'open'});
    const result = createDeviceDataCollection({host: () => root, after: timers.after}).collect(
      {accessToken: 'a.b.c', url: bank([completed])},
      {signal},
    );
    expect(getComputedStyle(root.querySelector('iframe')!).opacity).to.equal('0');
    expect((await result).outcome).to.equal('collected');
    leave();
    expect(root.adoptedStyleSheets).to.have.length(0);
  });

  for (const url of [
    'http://bank.example/collect',
    'javascript:alert(1)',
    '/collect',
    'https://u:p@bank.example/',
  ]) {
    it(`refuses ${url}`, async () => {
      expect(await codeOf(collect(url))).to.equal('device-data-url-refused');
    });
  }

  describe('with a shell that is loaded ahead', () => {
    const frames = (): HTMLIFrameElement[] => [...host.querySelectorAll('iframe')];
    const loaded = (frame: HTMLIFrameElement): Promise<unknown> =>
      new Promise((resolve) => frame.addEventListener('load', resolve, {once: true}));
    const collected = {outcome: 'collected', sessionId: 'session-1'} as const;
    const ready = bank([JSON.stringify(completed)]);

    it('uses that one, out of sight, and takes it away', async () => {
      const device = collector();
      device.prepare(shell(), caller);
      const [frame] = frames();
      await loaded(frame!);
      expect(frame!.getAttribute('aria-hidden')).to.equal('true');
      const arrival = nextArrival();
      const result = device.collect({accessToken: 'a.b.c', url: ready, frameUrl: shell()}, caller);
      expect(frames()).to.deep.equal([frame]);
      expect((await arrival).form).to.deep.equal({JWT: 'a.b.c'});
      expect(await result).to.deep.equal(collected);
      leave();
      expect(host.childElementCount).to.equal(0);
      expect(timers.delays).to.deep.equal([]);
    });

    it('uses it also before it is loaded', async () => {
      const device = collector();
      device.prepare(shell(), caller);
      const result = device.collect({accessToken: 'a.b.c', url: ready, frameUrl: shell()}, caller);
      expect(frames()).to.have.length(1);
      expect(await result).to.deep.equal(collected);
    });

    it('has one in a place, also where two collections prepare it', () => {
      collector().prepare(shell(), caller);
      const [frame] = frames();
      collector().prepare(shell(), caller);
      expect(frames()).to.deep.equal([frame]);
      collector().prepare(shell({deaf: '1'}), caller);
      expect(frames()).to.have.length(1);
      expect(frames()).not.to.deep.equal([frame]);
    });

    it('collects in a new one where it is of another address, or gone', async () => {
      const device = collector();
      device.prepare(shell({deaf: '1'}), caller);
      expect(await collect(ready, shell())).to.deep.equal(collected);
      leave();
      expect(host.childElementCount).to.equal(0);
      device.prepare(shell(), caller);
      frames()[0]!.remove();
      expect(await collect(ready, shell())).to.deep.equal(collected);
      leave();
      expect(timers.delays).to.deep.equal([]);
    });

    it('takes one away that was not used, with all that listened for it', async () => {
      const count = countListeners(document, window);
      try {
        const unused = new AbortController();
        collector().prepare(shell(), unused);
        await loaded(frames()[0]!);
        unused.abort();
        expect(host.childElementCount).to.equal(0);
        expect(count.left).to.equal(0);
        expect(timers.delays).to.deep.equal([]);
        collector().prepare(shell(), unused);
        expect(host.childElementCount).to.equal(0);
      } finally {
        count.stop();
      }
    });

    it('leaves one that is at work to the caller of its collection', async () => {
      const unused = new AbortController();
      const device = collector();
      device.prepare(shell(), unused);
      const result = device.collect({accessToken: 'a.b.c', url: ready, frameUrl: shell()}, caller);
      unused.abort();
      expect(await result).to.deep.equal(collected);
    });

    it('is silent when it cannot be loaded, and the collection begins anew', async () => {
      collector().prepare(shell({mute: '1'}), caller);
      await eventually(() => timers.delays.includes(5_000));
      timers.fire(5_000);
      expect(host.childElementCount).to.equal(0);
      expect(await collect(ready, shell())).to.deep.equal(collected);
    });

    it('has the collection begin anew when it fails with the job in hand', async () => {
      const address = shell({mute: '1'});
      collector().prepare(address, caller);
      const [first] = frames();
      await eventually(() => timers.delays.includes(5_000));
      const result = collect(ready, address);
      timers.fire(5_000);
      expect(frames()).to.have.length(1);
      expect(frames()).not.to.deep.equal([first]);
      await eventually(() => timers.delays.includes(5_000));
      timers.fire(5_000);
      expect(await result).to.deep.equal({outcome: 'failed'});
      expect(faults.map(({code}) => code)).to.deep.equal(['shell-unreachable']);
      expect(host.childElementCount).to.equal(0);
    });

    it('is refused for an unfit address', async () => {
      expect(await codeOf((async () => collector().prepare('javascript:alert(1)', caller))())).to.equal(
        'shell-unreachable',
      );
    });
  });

  it('refuses what the shell refuses', async () => {
    expect(await codeOf(collect(bank(), shell({refuse: '1'})))).to.equal('device-data-url-refused');
  });

  it('goes on without a shell, and says so, before the limit of the collection', async () => {
    const result = collect(bank(), shell({mute: '1'}));
    await eventually(() => timers.delays.includes(5_000));
    timers.fire(5_000);
    expect(await result).to.deep.equal({outcome: 'failed'});
    const [{code, audience, message}] = faults as [CardVaultError];
    expect([code, audience]).to.deep.equal(['shell-unreachable', 'merchant']);
    expect(message).to.contain('it does not answer');
  });

  it('names another page of the shop that answers at the address of the shell', async () => {
    const result = collect(bank(), new URL('speaker.html', pages).href);
    await eventually(() => timers.delays.includes(1_000));
    timers.fire(1_000);
    expect(await result).to.deep.equal({outcome: 'failed'});
    expect(faults[0]?.message).to.contain(
      'another page of the shop answers at /test/gateways/pages/speaker.html',
    );
  });

  it('takes a shell that another server writes, and does not say that it is one', async () => {
    const unmarked = shell({unmarked: '1'});
    const result = await collect(bank([JSON.stringify(completed)]), unmarked);
    expect(result).to.deep.equal({outcome: 'collected', sessionId: 'session-1'});
    expect(faults).to.deep.equal([]);
  });

  it('says that the policy forbids the form when the browser throws instead, as Firefox does', async () => {
    const restore = refuseForms();
    try {
      expect(await codeOf(collect(bank()))).to.equal('device-data-url-refused');
      expect(host.childElementCount).to.equal(0);
      expect(document.forms).to.have.length(0);
    } finally {
      restore();
    }
  });

  it('offers its port again until the shell listens', async () => {
    const result = createDeviceDataCollection({host: () => host}).collect(
      {accessToken: 'a.b.c', url: bank([JSON.stringify(completed)]), frameUrl: shell({deaf: '1'})},
      {signal},
    );
    expect((await result).outcome).to.equal('collected');
    // It goes by the browser's own clock: in the midst of the next test, that test would count its style sheet.
    await eventually(() => host.childElementCount === 0);
  });

  it('says nothing more to a shell that has done its work, though the page moves it and it loads anew', async () => {
    await collect(bank([JSON.stringify(completed)]), shell());
    document.body.append(host);
    const frame = host.firstElementChild as HTMLIFrameElement;
    await new Promise((loaded) => frame.addEventListener('load', loaded, {once: true}));
    // A port that is offered comes with the frame's load, before this.
    const view = frame.contentWindow!;
    const heard = new Promise<unknown>((hear) =>
      view.addEventListener('message', ({data}) => hear(data), {once: true}),
    );
    view.postMessage('ours', location.origin);
    expect(await heard).to.equal('ours');
  });

  it('does not send the token to a shell of an origin other than the expected one', async () => {
    const away = `${otherOrigin}${new URL(shell()).pathname}`;
    const arrived = nextArrival().then(() => 'arrived');
    const result = collect(bank(), away);
    await eventually(() => timers.delays.includes(5_000));
    timers.fire(5_000);
    expect(await result).to.deep.equal({outcome: 'failed'});
    expect(faults[0]?.message).to.contain('no page of this origin stands there');
    expect(await Promise.race([arrived, Promise.resolve('nothing')])).to.equal('nothing');
  });

  it('leaves no listener after 50 collections, half of them given up', async () => {
    const count = countListeners(window);
    try {
      for (let round = 0; round < 50; round++) {
        const caller = new AbortController();
        const result = collector().collect({accessToken: 'a.b.c', url: bank([completed])}, caller);
        if (round % 2 === 0) caller.abort();
        await result.catch(() => undefined);
      }
      leave();
      expect(count.left).to.equal(0);
      expect(host.childElementCount).to.equal(0);
      expect(timers.delays).to.deep.equal([]);
    } finally {
      count.stop();
    }
  });

  describe('under a strict policy of the page', () => {
    const strict =
      "default-src 'none'; script-src 'nonce-n' 'strict-dynamic'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
      "frame-src 'self'; form-action 'none'; base-uri 'none'; require-trusted-types-for 'script'; trusted-types card-vault";

    it('works through the shell without a violation', async () => {
      const report = await runHarness({
        policy: strict,
        run: 'device-data',
        url: bank([JSON.stringify(completed)]),
        frame: shell(),
      });
      expect(report.harness).to.deep.equal({outcome: 'collected', sessionId: 'session-1'});
      expect(report.violations).to.deep.equal([]);
      expect(report.history).to.equal(1);
    });

    it('says what to do when there is no shell', async () => {
      const report = await runHarness({policy: strict, run: 'device-data', url: bank()});
      expect(report.harness.code).to.equal('device-data-url-refused');
      expect(report.harness.message).to.contain('form-action').and.to.contain('frame_url');
    });

    it('says when it may not frame the shell', async () => {
      const policy = strict.replace("frame-src 'self'", "frame-src 'none'");
      const report = await runHarness({policy, run: 'device-data', url: bank(), frame: shell()});
      expect(report.harness).to.deep.equal({outcome: 'failed'});
      expect(report.faults.join()).to.contain("the page's policy (frame-src) blocks it");
    });
  });
});
