import type {Config} from './config.js';

/**
 * The id under which a request is told of in every log: the one that it came with (`X-Request-Id`), as a proxy sets it, else a new one.
 * It finds a request and proves nothing. Anything but a plain word could forge a log line. The same rule is the service's (docs/production.md, "Log").
 */
export function requestIdOf(request: Request): string {
  const given = request.headers.get('x-request-id') ?? '';
  return /^[A-Za-z0-9_-]{8,64}$/.test(given) ? given : `req_${crypto.randomUUID()}`;
}

/** The configuration for one request: what is asked of the service for it carries its id, and so do its failures. */
export function forRequest(config: Config, requestId: string): Config {
  const {upstream, clientFor, onError} = config;
  return {
    ...config,
    client: clientFor(requestId),
    upstream: {...upstream, headers: {'X-Request-Id': requestId}},
    onError: (error, request) => onError(error, request, requestId),
  };
}
