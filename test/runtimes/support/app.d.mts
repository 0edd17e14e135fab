import type * as kit from '../../../src/server/index.js';

export const page: string;
export const partner: string;

export interface Shop {
  readonly kits: readonly kit.CardVaultServer[];
  own(pathname: string): Response | undefined;
  handle(request: Request): Response | Promise<Response>;
}

export function createShop(
  from: Pick<typeof kit, 'createCardVaultServer'>,
  settings: Readonly<
    Record<'serviceUrl' | 'closedUrl' | 'silentUrl' | 'secretKey' | 'publicKey' | 'webhookSecret', string>
  >,
): Shop;
