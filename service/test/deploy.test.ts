import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {isIP} from 'node:net';
import {describe, it} from 'node:test';
import {flags} from '../src/cli/flags.js';
import {fileVariable} from '../src/cli/secret-files.js';
import {readProxies} from '../src/addresses.js';
import {defaultPorts} from '../src/options.js';
import {defaultKeepAliveSeconds} from '../src/platform/http/listen.js';

const read = (name: string) => readFileSync(new URL(`../deploy/${name}`, import.meta.url), 'utf8');
const [compose, dockerfile, caddyfile] = ['compose.yaml', 'Dockerfile', 'Caddyfile'].map(read) as [
  string,
  string,
  string,
];
/** Lines without comments. */
const linesOf = (text: string) => text.split('\n').filter((line) => !/^\s*(#|$)/.test(line));

/** No container runs here: the files are held against the command line that they start. */
void describe('the files of service/deploy', () => {
  it('set only variables that the service reads', () => {
    const known = Object.values(flags).flatMap((flag) =>
      flag.env === undefined ? [] : [flag.env, ...(flag.secret ? [fileVariable(flag)] : [])],
    );
    const set = linesOf(compose).flatMap((line) =>
      [...line.matchAll(/\b(CARD_VAULT_[A-Z_]+):/g)].map(([, name]) => name!),
    );
    assert.ok(set.length >= 12);
    assert.deepEqual(
      set.filter((name) => !known.includes(name)),
      [],
    );
    const named = Object.values(flags).filter(({env}) => env !== undefined && set.includes(env));
    assert.deepEqual(
      named.filter(({secret}) => secret),
      [],
      'secrets come from files',
    );
  });

  it('are balanced, indented by spaces, and refer to what they define', () => {
    for (const line of linesOf(compose)) assert.match(line, /^( {2})*[\w'<{-].*[^ ]$/, line);
    for (const text of [compose, caddyfile]) {
      let depth = 0;
      for (const sign of text.replace(/#.*|'[^']*'/g, '').match(/[{}]/g) ?? [])
        assert.ok((depth += sign === '{' ? 1 : -1) >= 0);
      assert.equal(depth, 0);
    }
    const anchors = [...compose.matchAll(/&([\w-]+)/g)].map(([, name]) => name);
    const aliases = [...compose.matchAll(/\*([\w-]+)/g)].map(([, name]) => name);
    assert.deepEqual(
      aliases.filter((name) => !anchors.includes(name)),
      [],
    );
    const services = [...compose.matchAll(/^ {2}([\w-]+): *(?:&|\*|$)/gm)].map(([, name]) => name);
    for (const name of ['api-1', 'api-2', 'worker-1', 'worker-2', 'proxy', 'postgres'])
      assert.ok(services.includes(name), name);
    for (const [, secret] of compose.matchAll(/\/run\/secrets\/(\w+)/g))
      assert.match(compose, new RegExp(`^ {2}${secret}: \\{file: `, 'm'));
  });

  it('run without rights that they do not need, and within limits of memory', () => {
    const blocks = [
      ...compose.matchAll(/^(?: {2}(proxy|postgres)|x-(service)):.*\n(?:(?: {2,}.*| *)\n)*?(?=\n)/gm),
    ];
    const names = blocks.map(([, service, shared]) => service ?? shared);
    assert.deepEqual(names, ['service', 'proxy', 'postgres']);
    for (const [block, name] of blocks) {
      assert.match(block, /^ +security_opt: \['no-new-privileges:true'\]$/m);
      assert.match(block, /^ +mem_limit: \d+[mg]$/m);
      // The database starts as root, and gives its folder to its own user.
      if (name === 'postgres') continue;
      assert.match(block, /^ +read_only: true$/m);
      assert.match(block, /^ +cap_drop: \[ALL\]$/m);
    }
  });

  it('lead each public origin to its port on both API processes', () => {
    const {port, fieldsPort, issuerPort} = defaultPorts;
    for (const [variable, target] of [
      ['PUBLIC', port],
      ['FIELDS', fieldsPort],
      ['ISSUER', issuerPort],
    ] as const) {
      const host = new RegExp(`CARD_VAULT_${variable}_URL: https://(\\S+)`).exec(compose)?.[1];
      assert.ok(
        caddyfile.includes(`\n${host} {\n\timport client\n\treverse_proxy api-1:${target} api-2:${target} {`),
        host,
      );
      assert.match(dockerfile, new RegExp(`^EXPOSE .*\\b${target}\\b`, 'm'));
    }
    assert.match(caddyfile, new RegExp(`health_port ${port}`));
  });

  it('trust the proxy alone, which no other container can take the place of', () => {
    const trusted = /CARD_VAULT_TRUSTED_PROXIES: (\S+)/.exec(compose)?.[1] ?? '';
    const subnet = /subnet: (\S+?), ip_range: (\S+?)\}/.exec(compose);
    assert.ok(isIP(trusted), trusted);
    assert.match(compose, new RegExp(`^ {4}networks: \\{inside: \\{ipv4_address: ${trusted}\\}\\}$`, 'm'));
    const listOf = (range: string) => readProxies([range]);
    assert.ok(listOf(subnet![1]!).check(trusted));
    assert.ok(!listOf(subnet![2]!).check(trusted), 'an address that containers are given');
    assert.ok(!trusted.endsWith('.1'), 'the gateway');
  });

  it('let the proxy keep idle connections for a shorter time than the service does', () => {
    const seconds = Number(/\bkeepalive (\d+)s/.exec(caddyfile)?.[1]);
    assert.ok(seconds > 0 && seconds < defaultKeepAliveSeconds);
  });

  it('give a stopping process time for the delay and for the requests under way', () => {
    assert.ok(Number(/stop_grace_period: (\d+)s/.exec(compose)?.[1]) > 3 + 10);
  });

  it('start the program without a shell between it and its signals, and run no script at installation', () => {
    assert.match(dockerfile, /exec node node_modules\/card-vault-service\/bin\/card-vault-service\.js/);
    assert.match(dockerfile, /npm ci --omit=dev --ignore-scripts/);
    assert.match(dockerfile, /^USER (?!root)\w+$/m);
    for (const line of linesOf(dockerfile))
      assert.match(line, /^(FROM|WORKDIR|COPY|RUN|USER|ENTRYPOINT|EXPOSE|HEALTHCHECK) /);
    const entry = /^ENTRYPOINT (.*)$/m.exec(dockerfile)![1]!;
    assert.ok(Array.isArray(JSON.parse(entry)));
  });
});
