/** The flags of `card-vault-service`, as data. */
import {defaultDatabase, defaultPorts, type ServiceOptions} from '../options.js';

export interface Flag {
  readonly option: keyof ServiceOptions | 'json' | 'run' | 'help' | keyof TransferPlaces;
  readonly kind: 'text' | 'port' | 'seconds' | 'count' | 'list' | 'switch';
  readonly env?: string;
  readonly help: string;
  /** The words that a value may be. The flag alone, without a value, means the first. */
  readonly words?: readonly [string, ...string[]];
  /**
   * When the value must not appear in the list of processes: always, or if it is an address with a password in it.
   * `--NAME-file` and the variable `…_FILE` then name a file that contains it.
   */
  readonly secret?: 'always' | 'with-password';
}

/** Every flag of `card-vault-service`. A flag takes precedence over its environment variable. */
export const flags: Readonly<Record<string, Flag>> = {
  port: {
    option: 'port',
    kind: 'port',
    env: 'CARD_VAULT_PORT',
    help: `API, on localhost (${defaultPorts.port}); 0 picks a free port`,
  },
  'fields-port': {
    option: 'fieldsPort',
    kind: 'port',
    env: 'CARD_VAULT_FIELDS_PORT',
    help: `hosted card fields, on 127.0.0.1 (${defaultPorts.fieldsPort})`,
  },
  'issuer-port': {
    option: 'issuerPort',
    kind: 'port',
    env: 'CARD_VAULT_ISSUER_PORT',
    help: `device data collection and virtual issuer, on 127.0.0.1 (${defaultPorts.issuerPort})`,
  },
  'hosted-port': {
    option: 'hostedPort',
    kind: 'port',
    env: 'CARD_VAULT_HOSTED_PORT',
    help: 'a port of their own for the hosted pages, on localhost, as in production (default: that of the API)',
  },
  database: {
    option: 'database',
    kind: 'text',
    env: 'CARD_VAULT_DATABASE',
    secret: 'with-password',
    help: `a folder (${defaultDatabase}), memory: or postgres://…`,
  },
  'no-prepared-statements': {
    option: 'noPreparedStatements',
    kind: 'switch',
    env: 'CARD_VAULT_NO_PREPARED_STATEMENTS',
    help: 'prepare no statements, for poolers that exchange sessions unseen (PgBouncer is noticed)',
  },
  'secret-key': {
    option: 'secretKey',
    kind: 'text',
    env: 'CARD_VAULT_SECRET_KEY',
    secret: 'always',
    help: 'the merchant’s secret key',
  },
  'public-key': {
    option: 'publicKey',
    kind: 'text',
    env: 'CARD_VAULT_PUBLIC_KEY',
    help: 'the merchant’s public key (merchant_api_key)',
  },
  'merchant-name': {
    option: 'merchantName',
    kind: 'text',
    env: 'CARD_VAULT_MERCHANT_NAME',
    help: 'the shop’s name on the hosted pages (default: the host of the shop)',
  },
  'webhook-secret': {
    option: 'webhookSecret',
    kind: 'text',
    env: 'CARD_VAULT_WEBHOOK_SECRET',
    secret: 'always',
    help: 'signs events for --webhook-url: whsec_ and 24 to 64 bytes in base64',
  },
  'webhook-url': {
    option: 'webhookUrl',
    kind: 'text',
    env: 'CARD_VAULT_WEBHOOK_URL',
    help: 'webhook endpoint that receives events',
  },
  'vault-key': {
    option: 'vaultKey',
    kind: 'text',
    env: 'CARD_VAULT_VAULT_KEY',
    secret: 'always',
    help: '32 bytes, hexadecimal or base64; several separated by commas or lines, the first seals',
  },
  host: {
    option: 'host',
    kind: 'text',
    env: 'CARD_VAULT_HOST',
    help: 'address to listen on, such as 0.0.0.0 in a container (default: this machine only)',
  },
  'shutdown-delay': {
    option: 'shutdownDelay',
    kind: 'seconds',
    env: 'CARD_VAULT_SHUTDOWN_DELAY',
    help: 'seconds between “not ready” and the last request of a stopping process (3 with --production)',
  },
  'max-requests': {
    option: 'maxRequests',
    kind: 'count',
    env: 'CARD_VAULT_MAX_REQUESTS',
    help: 'requests that are worked on at once (128); more are answered 503',
  },
  'keep-alive': {
    option: 'keepAlive',
    kind: 'seconds',
    env: 'CARD_VAULT_KEEP_ALIVE',
    help: 'seconds for which an idle connection is kept (125): longer than the proxy keeps its own',
  },
  'metrics-port': {
    option: 'metricsPort',
    kind: 'port',
    env: 'CARD_VAULT_METRICS_PORT',
    help: 'port of /metrics in the format of Prometheus (none by default); keep it from browsers',
  },
  'public-url': {
    option: 'publicUrl',
    kind: 'text',
    env: 'CARD_VAULT_PUBLIC_URL',
    help: 'https origin at which browsers reach the API; required with --production, as are the next two',
  },
  'fields-url': {
    option: 'fieldsUrl',
    kind: 'text',
    env: 'CARD_VAULT_FIELDS_URL',
    help: 'https origin of the hosted card fields',
  },
  'issuer-url': {
    option: 'issuerUrl',
    kind: 'text',
    env: 'CARD_VAULT_ISSUER_URL',
    help: 'https origin of device data collection and virtual issuer',
  },
  'hosted-url': {
    option: 'hostedUrl',
    kind: 'text',
    env: 'CARD_VAULT_HOSTED_URL',
    help: 'https origin of the hosted pages, with --hosted-port',
  },
  'trusted-proxy': {
    option: 'trustedProxies',
    kind: 'list',
    env: 'CARD_VAULT_TRUSTED_PROXIES',
    help: 'IP address or range of a proxy whose X-Forwarded-For or Forwarded is believed; several times',
  },
  'allowed-host': {
    option: 'allowedHosts',
    kind: 'list',
    env: 'CARD_VAULT_ALLOWED_HOSTS',
    help: 'in development: another name that leads here, such as that of a container; several times',
  },
  origin: {
    option: 'origins',
    kind: 'list',
    env: 'CARD_VAULT_ORIGINS',
    help: 'web origin of a shop; may be given several times (variable: separated by commas)',
  },
  network: {
    option: 'networks',
    kind: 'list',
    env: 'CARD_VAULT_NETWORKS',
    help: 'card network that is taken, such as VISA or PAYPAK; several times (default: the usual eight)',
  },
  limit: {
    option: 'limits',
    kind: 'list',
    env: 'CARD_VAULT_LIMITS',
    help: 'how many cards may be tried in an hour, such as customer=50; several times (guarantees 3.1)',
  },
  'allow-raw': {
    option: 'allowRaw',
    kind: 'switch',
    env: 'CARD_VAULT_ALLOW_RAW',
    help: 'accept card numbers in plain text (spec 4.3)',
  },
  'allow-bypass': {
    option: 'allowBypass',
    kind: 'switch',
    env: 'CARD_VAULT_ALLOW_BYPASS',
    help: 'let servers authorize without payer authentication (spec 3.1)',
  },
  production: {
    option: 'production',
    kind: 'switch',
    env: 'CARD_VAULT_PRODUCTION',
    help: 'refuse development values; https shops and receivers only; no sandbox routes',
  },
  rehearse: {
    option: 'rehearse',
    kind: 'text',
    words: ['sfpy', 'sfpy-data'],
    env: 'CARD_VAULT_REHEARSE',
    help: 'answer as the recorded service does (sfpy signs the body of events, sfpy-data their data)',
  },
  role: {option: 'role', kind: 'text', env: 'CARD_VAULT_ROLE', help: 'all (default), api or worker'},
  run: {
    option: 'run',
    kind: 'list',
    help: 'in development: a command that runs beside the service, with its address and keys as CARD_VAULT_… variables; several times',
  },
  json: {option: 'json', kind: 'switch', help: 'print addresses and keys as one line of JSON'},
  out: {option: 'out', kind: 'text', help: 'export: the file to write, which must not exist yet'},
  to: {
    option: 'to',
    kind: 'text',
    secret: 'with-password',
    help: 'export: the empty database to fill, instead of a file',
  },
  in: {option: 'in', kind: 'text', help: 'import: the file to read'},
  help: {option: 'help', kind: 'switch', help: 'print this help'},
};

/** Source and target of `export` and `import`, besides `--database`. */
export interface TransferPlaces {
  readonly out?: string;
  readonly to?: string;
  readonly in?: string;
}
