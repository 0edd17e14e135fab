import {Answer} from '../../protocol/answer.js';
import {at} from './sending.js';
import type {Call} from './transport.js';

/** A web origin on the merchant's list. */
export interface ListedOrigin {
  readonly origin: string;
  /** The service's own options name it, so that no call removes it. */
  readonly configured: boolean;
  /** ISO instant at which the service read the proof; missing where it asked for none. */
  readonly provenAt: string | undefined;
}

/** The web origins of the shop's pages. Tokens, capture contexts and return addresses are given for these only. */
export interface Origins {
  list(): Promise<readonly ListedOrigin[]>;
  /**
   * In production the service first reads `/.well-known/card-vault` there: mount `vault.wellKnown`. An origin that another merchant
   * has, or that does not name this one, is refused.
   */
  add(origin: string): Promise<ListedOrigin>;
  /** Takes effect with the next request. */
  remove(origin: string): Promise<void>;
}

const path = '/client/origins/v1';

/** `client.origins`, for card-vault-service. Rejects as every call of the client does. */
export function createOrigins(call: Call): Origins {
  return {
    async list() {
      const answer = new Answer(await call({method: 'GET', path, doing: 'listing origins'}));
      return answer.at('data').items().map(readOrigin);
    },
    async add(origin) {
      const request = {method: 'POST', path, doing: 'adding an origin', body: {origin}} as const;
      return readOrigin(new Answer(await call(request)).at('data'));
    },
    async remove(origin) {
      const doing = 'removing an origin';
      await call({method: 'DELETE', path: path + at`/${{origin}}`, doing});
    },
  };
}

const readOrigin = (place: Answer): ListedOrigin => ({
  origin: place.at('origin').text(),
  configured: place.at('configured').value === true,
  provenAt: place.at('proven_at').optionalText(),
});
