/** Reads the file by which an origin names its merchants (decision 0075), under the address rules of webhooks. */
import {request as httpRequest, type IncomingMessage} from 'node:http';
import {request as httpsRequest} from 'node:https';
import {AddressRefused, readEndpointUrl, resolveAllowedAddresses} from './address.js';
import {type CallerDependencies, abortable, lookupOf} from './call.js';

const path = '/.well-known/card-vault';
const maxBytes = 16 * 1024;
/** A merchant's server waits for the answer, and a hanging origin keeps one of its requests for so long. */
const limitMs = 3000;

/**
 * Returns a function that reads the lines of an origin's file, which are public keys of merchants. If the file cannot
 * be read, it resolves with the reason, as the end of a sentence.
 */
export const createProofReader =
  (deps: Pick<CallerDependencies, 'rules' | 'resolve'>) =>
  async (origin: string): Promise<ReadonlySet<string> | string> => {
    const signal = AbortSignal.timeout(limitMs);
    try {
      const url = readEndpointUrl(origin + path, deps.rules);
      if (typeof url === 'string') return url;
      const addresses = await abortable(signal, resolveAllowedAddresses(url, deps.rules, deps.resolve));
      const file = await read(url, {lookup: lookupOf(addresses), signal});
      return 'reason' in file ? file.reason : new Set(file.text.split(/\r?\n/).map((line) => line.trim()));
    } catch (error) {
      if (signal.aborted) return 'does not answer in time';
      return error instanceof AddressRefused ? 'is not at a public address' : 'cannot be read';
    }
  };

type File = {readonly text: string} | {readonly reason: string};

/**
 * The text at an address. Follows no redirect. A page of another type is no file of the origin's owner: many sites
 * answer every path with a page in which visitors write.
 */
function read(
  url: URL,
  options: {readonly lookup: ReturnType<typeof lookupOf>; readonly signal: AbortSignal},
): Promise<File> {
  return new Promise((resolve, reject) => {
    const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
    const request = send(url, {...options, agent: false}, (response: IncomingMessage) => {
      const {statusCode = 0, headers} = response;
      const isText = /^text\/plain *(;|$)/i.test(headers['content-type'] ?? '');
      if (statusCode !== 200 || !isText) {
        response.destroy();
        return resolve({reason: statusCode === 200 ? 'is not text/plain' : `answers ${statusCode}`});
      }
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part;
        if (text.length > maxBytes) response.destroy(new Error('The file is too large.'));
      });
      response.on('end', () => resolve({text})).on('error', reject);
    });
    request.on('error', reject).end();
  });
}
