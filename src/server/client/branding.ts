import {Answer} from '../../protocol/answer.js';
import type {Call} from './transport.js';

/** How the hosted pages look. */
export interface HostedLook {
  /** Buttons and links, as `#rrggbb`. */
  readonly accent?: string | undefined;
  /** The ground of the pages, as `#rrggbb`. */
  readonly background?: string | undefined;
  /** Address of the logo at the service. */
  readonly logoUrl?: string | undefined;
}

/** The look of the hosted pages, at card-vault-service; the shop's name is an option of the service. */
export interface Branding {
  read(): Promise<HostedLook>;
  /**
   * Replaces all of it; what is left out is the service's own. A colour on which or in which a text could not be read
   * (4.5:1) is made lighter or darker until it can.
   *
   * @param look.logo - A PNG, JPEG or WebP of at most 32 kB as `data:image/png;base64,…`; it is drawn 32 px high
   */
  replace(look: Pick<HostedLook, 'accent' | 'background'> & {readonly logo?: string}): Promise<HostedLook>;
}

const path = '/client/branding/v1';

/** `client.branding`, for card-vault-service. Rejects as every call of the client does. */
export function createBranding(call: Call): Branding {
  return {
    read: async () => readLook(await call({method: 'GET', path, doing: 'reading the look of hosted pages'})),
    async replace({accent, background, logo}) {
      const body = {accent, background, logo};
      return readLook(await call({method: 'PUT', path, doing: 'replacing the look of hosted pages', body}));
    },
  };
}

function readLook(answer: unknown): HostedLook {
  const place = new Answer(answer).at('data');
  return {
    accent: place.at('accent').optionalText(),
    background: place.at('background').optionalText(),
    logoUrl: place.at('logo_url').optionalText(),
  };
}
