import {operationsOf} from '../../service/src/edges/openapi/operations.js';
import {startTestService} from '../../service/test/support/harness.js';
import type {ProofResult} from './support/proof.js';

export const id = 'B6';
export const title = 'a secret key that comes out of a browser is refused on every route, with any headers';

/** How a browser's request may look: guarantees 4.9. */
const shapes: readonly Readonly<Record<string, string>>[] = [
  {origin: 'https://shop.example'},
  {origin: 'null'},
  {origin: 'http://localhost:5173', 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors'},
  {'sec-fetch-site': 'cross-site'},
  {'sec-fetch-site': 'same-origin'},
  {'sec-fetch-site': 'same-site', origin: 'https://shop.example'},
];

/** Every described route × every shape; the description is held against the router by a test, so no route is left out. */
export async function run(): Promise<ProofResult> {
  const service = await startTestService();
  const violations: string[] = [];
  const {secretKey} = service.service.keys;
  let count = 0;
  try {
    for (const {method, path} of operationsOf({sandbox: true})) {
      for (const headers of shapes) {
        const before = service.logs.length;
        const verb = method.toUpperCase();
        const sends = verb === 'POST' || verb === 'PUT';
        const reply = await service.call(path.replace(/:(\w+)/g, '$1_1'), {
          method: verb,
          ...(sends && {body: {}}),
          headers,
        });
        count++;
        const what = `${verb} ${path} with ${JSON.stringify(headers)}`;
        const code = reply.json['code'] as unknown;
        if (reply.status !== 403 || code !== 'secret_key_in_browser')
          violations.push(`${what}: ${reply.status}`);
        const cors = [...reply.headers.keys()].filter((name) => name.startsWith('access-control'));
        if (cors.length > 0) violations.push(`${what} is answered with ${cors.join(', ')}`);
        const lines = service.logs
          .slice(before)
          .filter((line) => line.includes('http.secret_key_in_browser'));
        if (lines.length !== 1) violations.push(`${what} wrote ${lines.length} log lines about it`);
      }
    }
    if (service.logs.some((line) => line.includes(secretKey))) violations.push('the key stands in the log');
  } finally {
    await service.service.close();
  }
  return {
    lines: [
      `${count} requests (each route × ${shapes.length} header shapes), all 403, none with a CORS header`,
    ],
    violations,
  };
}
