/**
 * Version of the wire between a shop's server and the service. It goes up by one when either side stops understanding what the other
 * of the version before sends; additions leave it alone.
 */
export const protocolVersion = 1;

/** Header of every answer of the service's API that carries its version. Services of other makers do not send it. */
export const protocolHeader = 'card-vault-protocol';
