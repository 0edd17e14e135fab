import assert from 'node:assert/strict';
import {Agent, request} from 'node:http';
import {setTimeout as pause} from 'node:timers/promises';
import {after, before, describe, it} from 'node:test';
import {transientToken} from '../../service/test/support/fakes.js';
import {shop, startTestService, type TestService} from '../../service/test/support/harness.js';
import {productionOptions} from '../../service/test/support/production.js';
import {sendRaw} from '../../service/test/support/sockets.js';
import {ProxyProcess, proxies} from './support/proxies.js';

/** Cards that one address may try. */
const allowed = 2;
/** Connections of a balancer that lie idle, and how long: as long as Node keeps them by itself. */
const idle = {connections: 120, ms: 5000};

interface Answer {
  readonly status: number;
  readonly text: string;
}

/** The real proxies that operators have, before a service in production. */
for (const name of Object.keys(proxies) as (keyof typeof proxies)[]) {
  void describe(`the service behind ${name}`, {timeout: 240_000}, () => {
    let api: TestService;
    let proxy: ProxyProcess;
    before(async () => {
      api = await startTestService({
        ...{...productionOptions, host: '127.0.0.1', limits: [`address=${allowed}`, 'merchant=100000']},
      });
      proxy = await ProxyProcess.start(name, api.service.listening.api);
    });
    after(async () => {
      await proxy?.close();
      await api?.service.close();
    });

    const send = (
      path: string,
      {
        body,
        agent,
        headers = {},
        chunked = false,
      }: {body?: string; agent?: Agent; headers?: object; chunked?: boolean} = {},
    ): Promise<Answer> =>
      new Promise((resolve, reject) => {
        const sent = request(
          new URL(path, proxy.url),
          {
            ...{method: body === undefined ? 'GET' : 'POST', agent: agent ?? false},
            headers: {
              'x-sfpy-merchant-secret': productionOptions.secretKey,
              ...(body !== undefined && {'content-type': 'application/json'}),
              ...(body !== undefined && !chunked && {'content-length': Buffer.byteLength(body)}),
              ...headers,
            },
          },
          (answer) => {
            let text = '';
            answer.setEncoding('utf8').on('data', (part: string) => (text += part));
            answer.on('end', () => resolve({status: answer.statusCode!, text})).on('error', reject);
          },
        );
        sent.on('error', reject);
        sent.end(body);
      });

    it('answers plain probes by HTTP/1.0, on its own port and through the proxy', async () => {
      for (const url of [api.service.listening.api, proxy.url]) {
        for (const path of ['/readyz', '/healthz']) {
          const received = await sendRaw(url, `GET ${path} HTTP/1.0\r\n\r\n`);
          assert.match(received, /^HTTP\/1\.[01] 200 [\s\S]*\{"ok":true\}/, url);
        }
      }
    });

    it('reads the client that a balancer before the proxy names, with a port behind the address', async () => {
      const call = async (tracker: string, token: string, address: string, payload: object) => {
        const body = JSON.stringify({payload});
        const headers = {
          ...{'x-sfpy-merchant-secret': undefined, authorization: `Bearer ${token}`, origin: shop},
          ...{'x-forwarded-for': address, forwarded: 'for=192.0.2.99'},
        };
        const present = Object.fromEntries(
          Object.entries(headers).filter(([, value]) => value !== undefined),
        );
        return fetch(`${proxy.url}/order/payments/v3/${tracker}`, {
          ...{method: 'POST', body},
          headers: {'content-type': 'application/json', ...present} as Record<string, string>,
        }).then(async (answer) => {
          await answer.arrayBuffer();
          return answer.status;
        });
      };
      const tried = async (address: string) => {
        const tracker = await api.tracker();
        const token = await api.token({tracker, origin: shop});
        await call(tracker, token, address, {origin: shop});
        const flex = {transient_token_jwt: transientToken(tracker, '4111111111111111')};
        return call(tracker, token, address, {payment_method: {flex}});
      };
      const statuses = [];
      for (const port of [1, 2, 3]) statuses.push(await tried(`203.0.113.8:${port}`));
      assert.deepEqual(statuses, [200, 200, 429]);
      assert.equal(await tried('203.0.113.9'), 200);
    });

    it('takes bodies up to its limit, with a length or in chunks, and refuses larger ones in words', async () => {
      const of = (bytes: number) => JSON.stringify({first_name: 'Ada', unknown: 'x'.repeat(bytes)});
      for (const chunked of [false, true]) {
        const {status, text} = await send('/user/customers/v1/', {body: of(60_000), chunked});
        assert.equal(status, 200, text);
        const refused = await send('/user/customers/v1/', {body: of(70_000), chunked});
        assert.equal(refused.status, 413);
        assert.match(refused.text, /"request\.too_large"/);
      }
    });

    it('loses no POST that the proxy sends on a connection that was idle', async () => {
      const agent = new Agent({keepAlive: true, maxSockets: idle.connections});
      try {
        const all = Array.from({length: idle.connections}, (_, index) => index);
        const open = await Promise.all(all.map(() => send('/healthz', {agent})));
        assert.ok(open.every(({status}) => status === 200));
        // Around the moment at which Node would close them.
        const sent = all.map(async (index) => {
          await pause(idle.ms - 60 + index);
          return send('/user/customers/v1/', {agent, body: '{"first_name":"Ada"}'});
        });
        const answers = await Promise.all(sent);
        const lost = answers.filter(({status}) => status !== 200);
        assert.deepEqual(lost, []);
      } finally {
        agent.destroy();
      }
    });
  });
}
