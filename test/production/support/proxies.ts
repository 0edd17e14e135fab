import {spawn, type ChildProcess} from 'node:child_process';
import {once} from 'node:events';
import {chmodSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {createServer, type AddressInfo} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {setTimeout as pause} from 'node:timers/promises';
import {openWire} from './wire.js';

type Wire = Awaited<ReturnType<typeof openWire>>;

interface Place {
  readonly folder: string;
  /** Where the proxy listens, on this machine. */
  readonly port: number;
  /** The port of the service. */
  readonly service: number;
}

interface Kind {
  readonly command: (file: string) => readonly string[];
  readonly config: (place: Place) => string;
}

/** Proxies as `docs/production.md` says, on plain HTTP: what a program writes and keeps is the same with TLS. */
export const proxies = {
  nginx: {
    command: (file) => ['nginx', '-c', file],
    config: ({folder, port, service}) => `
      daemon off; pid ${folder}/pid; error_log ${folder}/log; worker_processes 1;
      events { worker_connections 1000; }
      http {
        access_log off;
        client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy;
        fastcgi_temp_path ${folder}/fastcgi; uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
        upstream api { server 127.0.0.1:${service}; keepalive 200; keepalive_timeout 60s; }
        server {
          listen 127.0.0.1:${port};
          server_name pay.example;
          location / {
            proxy_pass http://api;
            proxy_http_version 1.1;
            proxy_set_header Connection "";
            proxy_set_header Host $host;
            proxy_set_header Forwarded "";
            proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
          }
        }
      }`,
  },
  haproxy: {
    command: (file) => ['haproxy', '-db', '-f', file],
    // Its check speaks HTTP/1.0 without a Host, and requests wait for the first that is answered.
    config: ({port, service}) => `
defaults
  mode http
  timeout connect 5s
  timeout client 60s
  timeout server 60s
  timeout http-keep-alive 60s
  option forwardfor
  http-reuse always
frontend shoppers
  bind 127.0.0.1:${port}
  http-request del-header Forwarded
  default_backend api
backend api
  option httpchk GET /readyz
  server api-1 127.0.0.1:${service} check inter 200ms pool-purge-delay 60s
`,
  },
  caddy: {
    command: (file) => ['caddy', 'run', '--adapter', 'caddyfile', '--config', file],
    config: ({port, service}) => `
{
	admin off
	auto_https off
}
http://:${port} {
	bind 127.0.0.1
	reverse_proxy 127.0.0.1:${service} {
		trusted_proxies private_ranges
		health_uri /readyz
		health_interval 200ms
		header_up -Forwarded
		transport http {
			keepalive 90s
			keepalive_idle_conns_per_host 200
		}
	}
}
`,
  },
} as const satisfies Record<string, Kind>;

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const {port} = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** A running proxy before one process of the service. */
export class ProxyProcess {
  readonly url: string;
  readonly #folder: string;
  readonly #process: ChildProcess;
  readonly #wire: Wire;
  #written = '';

  constructor(kind: Kind, place: Place, wire: Wire) {
    this.#wire = wire;
    this.url = `http://127.0.0.1:${place.port}`;
    this.#folder = place.folder;
    const file = join(place.folder, 'config');
    writeFileSync(file, kind.config(place));
    const [program, ...args] = kind.command(file) as [string, ...string[]];
    const PATH = `${process.env['PATH'] ?? ''}:/usr/sbin`;
    const env = {
      ...process.env,
      PATH,
      HOME: place.folder,
      XDG_DATA_HOME: place.folder,
      XDG_CONFIG_HOME: place.folder,
    };
    this.#process = spawn(program, args, {env, cwd: place.folder, stdio: ['ignore', 'pipe', 'pipe']});
    for (const stream of [this.#process.stdout!, this.#process.stderr!])
      stream.on('data', (part: Buffer) => (this.#written += part.toString()));
  }

  /** Starts a proxy at the end of a long line, and waits until a request passes through it. */
  static async start(name: keyof typeof proxies, service: string): Promise<ProxyProcess> {
    const folder = mkdtempSync(join(tmpdir(), `card-vault-${name}-`));
    // The workers of nginx are another user.
    chmodSync(folder, 0o755);
    const wire = await openWire(Number(new URL(service).port));
    const place = {folder, port: await freePort(), service: wire.port};
    const proxy = new ProxyProcess(proxies[name], place, wire);
    const status = () =>
      fetch(`${proxy.url}/healthz`).then(
        (answer) => answer.status,
        () => 0,
      );
    while ((await status()) !== 200) {
      if (proxy.#process.exitCode !== null) throw new Error(`${name} has ended: ${proxy.#written}`);
      await pause(50);
    }
    return proxy;
  }

  async close(): Promise<void> {
    if (this.#process.exitCode === null) {
      this.#process.kill('SIGTERM');
      await once(this.#process, 'exit');
    }
    this.#wire.close();
    rmSync(this.#folder, {recursive: true, force: true});
  }
}
