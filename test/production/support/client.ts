import {Agent, request} from 'node:https';
import type {Client, Timed} from '../../../bench/support/client.js';
import type {World} from './world.js';

/** Requests of other shoppers and shops: they reach the proxy over TLS, as browsers do. */
export function clientOf({proxy, certificate}: World, connections: number): Pick<Client, 'send' | 'close'> {
  const agent = new Agent({keepAlive: true, maxSockets: connections, ca: certificate.cert});
  return {
    close: () => agent.destroy(),
    send: (method, address, headers, body) => {
      const started = performance.now();
      const {host, hostname, pathname, search} = new URL(address);
      return new Promise<Timed>((resolve, reject) => {
        const options = {
          ...{agent, method, port: proxy.port, path: pathname + search, servername: hostname},
          // Another address than the proxy's own, as a client has.
          ...{host: '127.0.0.1', headers: {host, ...headers}},
          ...(process.platform === 'linux' && {localAddress: '127.0.0.2'}),
        };
        const sent = request(options, (response) => {
          const parts: Buffer[] = [];
          response.on('data', (part: Buffer) => parts.push(part));
          response.on('error', reject);
          response.on('end', () =>
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              text: Buffer.concat(parts).toString(),
              milliseconds: performance.now() - started,
            }),
          );
        });
        sent.on('error', reject);
        sent.end(body);
      });
    },
  };
}
