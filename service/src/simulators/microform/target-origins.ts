import {ServiceError} from '../../platform/errors.js';

/** How many origins a capture context can name. */
export const mostTargetOrigins = 9;

/** A host name or IPv6 address. It excludes `*`, which the URL parser accepts as a host. */
const hostPattern = /^([a-z0-9-]+\.)*[a-z0-9-]+$|^\[[0-9a-f:]+\]$/;
const loopbackPattern = /^(localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** Reads an origin that may show fields (wire 2.1): https, or http on this machine, without a path. */
function readTargetOrigin(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isOrigin = url !== undefined && (text === url.origin || text === `${url.origin}/`);
  if (!isOrigin || !isSecure(url) || !hostPattern.test(url.hostname)) {
    throw new ServiceError(
      400,
      'capture_context.origin_invalid',
      'A target origin must be https, or http on localhost, without a path, query or wildcard.',
    );
  }
  return url.origin;
}

const isSecure = ({protocol, hostname}: URL) =>
  protocol === 'https:' || (protocol === 'http:' && loopbackPattern.test(hostname));

/**
 * The origins of a new capture context, each once.
 *
 * @throws {ServiceError} 400 `capture_context.origin_invalid`
 */
export function readTargetOrigins(texts: readonly string[]): readonly string[] {
  const targetOrigins = [...new Set(texts.map(readTargetOrigin))];
  if (!targetOrigins.length || targetOrigins.length > mostTargetOrigins) {
    throw new ServiceError(
      400,
      'capture_context.origin_invalid',
      'A capture context must name one to nine target origins.',
    );
  }
  return targetOrigins;
}
