// Further: answers that mean harm; the command: `test/cli/check.test.ts`.
import assert from 'node:assert/strict';
import {createServer, type RequestListener} from 'node:http';
import type {AddressInfo} from 'node:net';
import {describe, it} from 'node:test';
import {setFlagsFromString} from 'node:v8';
import {runInNewContext} from 'node:vm';
import {answer} from '../../src/cli/answer.js';
import {createGo, isAnswered} from '../../src/cli/check/http.js';
import {createServiceClient} from '../../src/server/index.js';

const surroundings = {fetch: globalThis.fetch, now: Date.now, webhookSecret: `whsec_${'A'.repeat(43)}=`};

/** Escapes, 8-bit controls, marks that turn a line around, and lines that look like the command's own. */
const hostile = '\u001b[2J\u001b]0;title\u0007\u009b31m\u202egnorw\u2066\r\n\u2028ok        webhook   fine';
/** Everything that is not seen, but for the line breaks of the command itself. */
const unseen = /[^\P{C}\n]|[\u2028\u2029]/u;

async function served(listener: RequestListener, use: (url: string) => Promise<void>): Promise<void> {
  const server = createServer(listener);
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  try {
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

/** Sends for as long as it is read, and counts. */
const endless = (counted: {sent: number}): RequestListener => {
  const part = Buffer.alloc(64 * 1024, ' ');
  return (_, response) => {
    response.writeHead(200, {'content-type': 'application/json'});
    const more = () => {
      while (!response.destroyed) {
        counted.sent += part.length;
        if (!response.write(part)) return;
      }
    };
    response.on('drain', more);
    more();
  };
};

describe('npx card-vault check, against a server that means harm', () => {
  for (const [what, body] of Object.entries({
    'the message of a refusal': {code: 'x', message: hostile},
    'the code of a refusal': {code: hostile, message: 'no'},
    'the message of a refusal that the kit knows': {code: 'login.required', message: hostile},
    'the address of a frame': {frame_url: hostile, tracker: hostile, service_url: hostile},
  }))
    it(`prints nothing that a terminal obeys: ${what}`, async () => {
      await served(
        (_, response) => {
          response.writeHead('frame_url' in body ? 200 : 418, {'content-type': 'application/json'});
          response.end(JSON.stringify(body));
        },
        async (url) => {
          for (const format of [[], ['--json']]) {
            const {text} = await answer(
              ['check', url, '--page', url, '--webhook', url, ...format],
              surroundings,
            );
            assert.doesNotMatch(text, unseen);
            assert.doesNotMatch(text, /^ok +webhook +fine/m);
          }
        },
      );
    });

  it('repeats a command that it does not know without what a terminal obeys', async () => {
    const {text} = await answer([`sell\u001b[2J\u009b`], surroundings);
    assert.doesNotMatch(text, unseen);
  });

  it('prints of a message what fits into a few lines', async () => {
    await served(
      (_, response) =>
        response.writeHead(418).end(JSON.stringify({code: 'x', message: 'long '.repeat(100_000)})),
      async (url) => {
        const {text} = await answer(['check', url], surroundings);
        assert.ok(text.length < 10_000, `${text.length} characters`);
      },
    );
  });

  it('reads no more of a body than a page can have', async () => {
    const counted = {sent: 0};
    await served(endless(counted), async (url) => {
      const {exitCode, text} = await answer(['check', url], surroundings);
      assert.equal(exitCode, 1);
      assert.match(text, /wrong +route +.*more than 8 MB/);
      // What the sockets between the two still hold is sent too.
      assert.ok(counted.sent < 64 * 1024 * 1024, `${counted.sent} bytes`);
    });
  });

  it('gives up a body that comes too slowly, also where memory is collected meanwhile', async () => {
    setFlagsFromString('--expose-gc');
    const collect = setInterval(runInNewContext('gc') as () => void, 10);
    await served(
      (_, response) => response.writeHead(200).write('{'),
      async (url) => {
        const visit = await createGo(globalThis.fetch, 100)(url);
        clearInterval(collect);
        assert.deepEqual(isAnswered(visit) ? 'answered' : visit.failure, 'no response within 0.1 s');
      },
    );
  });
});

describe("the kit's client, against a service that means harm", () => {
  const credentials = {secretKey: 'sk_test', publicKey: 'pk_test'};

  it('has nothing in its errors that a terminal obeys', async () => {
    await served(
      (_, response) => response.writeHead(422).end(JSON.stringify({code: `a.b${hostile}`, message: hostile})),
      async (serviceUrl) => {
        const client = createServiceClient({serviceUrl, ...credentials});
        await assert.rejects(client.trackers.fetch('track_1'), (error: Error) => {
          assert.doesNotMatch(error.message, unseen);
          return error.message.includes('gnorw');
        });
      },
    );
  });

  it('reads no more of an answer than a service has to say', async () => {
    const counted = {sent: 0};
    await served(endless(counted), async (serviceUrl) => {
      const client = createServiceClient({serviceUrl, ...credentials});
      await assert.rejects(client.trackers.fetch('track_1'), {code: 'answer-unreadable'});
      assert.ok(counted.sent < 128 * 1024 * 1024, `${counted.sent} bytes`);
    });
  });
});
