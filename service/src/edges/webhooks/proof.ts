/** Reads the file by which an origin names its merchant (decision 0075), under the address rules of webhooks. */
import {request as httpRequest} from 'node:http';
import type {IncomingMessage} from 'node:http';
import {request as httpsRequest} from 'node:https';
import {AddressRefused, readEndpointUrl, resolveAllowedAddresses} from './address.js';
import type {CallerDependencies} from './call.js';
import {abortable, lookupOf} from './call.js';

const path = '/.well-known/card-vault';
const maxBytes = 16 * 1024;

/**
 * Returns a function that looks for a merchant's public key in the file of an origin. It resolves with undefined if
 * the key is there, else with the reason, as the end of a sentence.
 */
export const createProofReader =
  (deps: CallerDependencies) =>
  async (origin: string, publicKey: string): Promise<string | undefined> => {
    const signal = AbortSignal.timeout(deps.timeoutMs());
    try {
      const url = readEndpointUrl(origin + path, deps.rules);
      if (typeof url === 'string') return url;
      const addresses = await abortable(signal, resolveAllowedAddresses(url, deps.rules, deps.resolve));
      const text = await read(url, {lookup: lookupOf(addresses), signal});
      if (typeof text === 'number') return `answers ${text}`;
      return text.split(/\r?\n/).some((line) => line.trim() === publicKey)
        ? undefined
        : 'does not name the public key';
    } catch (error) {
      if (signal.aborted) return 'does not answer in time';
      return error instanceof AddressRefused ? 'is not at a public address' : 'cannot be read';
    }
  };

/** The text at an address, or the status of an answer other than 200. Follows no redirect. */
function read(
  url: URL,
  options: {readonly lookup: ReturnType<typeof lookupOf>; readonly signal: AbortSignal},
): Promise<string | number> {
  return new Promise((resolve, reject) => {
    const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
    const request = send(url, {...options, agent: false}, (response: IncomingMessage) => {
      if (response.statusCode !== 200) {
        response.destroy();
        return resolve(response.statusCode ?? 0);
      }
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part;
        if (text.length > maxBytes) response.destroy(new Error('The file is too large.'));
      });
      response.on('end', () => resolve(text)).on('error', reject);
    });
    request.on('error', reject).end();
  });
}
