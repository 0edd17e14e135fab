// The shop that the contract is tried at. It uses nothing but what every Fetch runtime has.

export const page = 'http://localhost:5173';
export const partner = 'http://localhost:5174';

/**
 * Three kits: `/card-vault` at the service, `/down` at an address where nothing listens, `/silent` at one that never answers.
 *
 * @param kit `card-vault/server`, as built or from its source.
 */
export function createShop({createCardVaultServer}, settings) {
  const errors = [];
  const handled = [];
  const options = {
    ...{secretKey: settings.secretKey, publicKey: settings.publicKey, currency: 'USD', entryMode: 'raw'},
    ...{publicUrl: page, origins: [partner]},
    customer: (request) => request.headers.get('x-shopper') || undefined,
    onError: (error) => errors.push(String(error.code ?? error)),
    webhooks: {
      ...{scheme: 'standard', secrets: [settings.webhookSecret]},
      on: {'subscription.cancelled': ({id}) => void handled.push(id)},
    },
  };
  const kits = [
    createCardVaultServer({...options, serviceUrl: settings.serviceUrl, timeout: 30_000}),
    createCardVaultServer({...options, serviceUrl: settings.closedUrl, basePath: '/down', timeout: 10_000}),
    createCardVaultServer({...options, serviceUrl: settings.silentUrl, basePath: '/silent', timeout: 300}),
  ];
  return {
    kits,
    /** Answers a request of the contract itself, and nothing for any other. */
    own(pathname) {
      if (pathname === '/seen') return Response.json({errors: errors.splice(0), handled: handled.splice(0)});
      return undefined;
    },
    handle(request) {
      const {pathname} = new URL(request.url);
      const kit = kits.find(({basePath}) => pathname.startsWith(`${basePath}/`)) ?? kits[0];
      return this.own(pathname) ?? kit.handle(request);
    },
  };
}
