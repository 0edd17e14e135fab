import {spawn, type ChildProcess} from 'node:child_process';
import {once} from 'node:events';
import {existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {connect, type Socket} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {programsOf} from '../../tools/test/engines/found.mjs';
import {until} from './driver.js';

/** The port is written into a file of the profile, because port 0 lets Firefox choose. */
const portFile = 'MarionetteActivePort';
const settings = 'user_pref("marionette.port", 0);\n';

/** What WebDriver calls a reference to an element. */
const elementKey = 'element-6066-11e4-a52e-4f735466cecf';

/**
 * Firefox by Marionette, its own protocol. Scripts can run with the browser's privileges, which WebDriver BiDi does not
 * allow, and so can read the tree that Firefox gives to screen readers.
 */
export class Marionette {
  readonly #socket: Socket;
  readonly #child: ChildProcess;
  readonly #profile: string;
  readonly #waiting = new Map<number, (answer: readonly unknown[]) => void>();
  #received = Buffer.alloc(0);
  #sent = 0;

  private constructor(socket: Socket, child: ChildProcess, profile: string) {
    this.#socket = socket;
    this.#child = child;
    this.#profile = profile;
    socket.on('data', (data) => {
      this.#received = Buffer.concat([this.#received, data]);
      this.#read();
    });
  }

  /** Without a window, or on a display with what its environment says. */
  static async start(display?: {readonly env: NodeJS.ProcessEnv}): Promise<Marionette> {
    const profile = mkdtempSync(join(tmpdir(), 'card-vault-firefox-'));
    writeFileSync(join(profile, 'user.js'), settings);
    const flags = [
      ...(display ? [] : ['--headless']),
      '--no-remote',
      '--marionette',
      '--remote-allow-system-access',
      '--profile',
      profile,
    ];
    const child = spawn(programsOf('firefox')!.browser!, flags, {
      stdio: 'ignore',
      ...display,
    });
    const port = await until("Firefox's port", async () => {
      const path = join(profile, portFile);
      return existsSync(path) ? Number(readFileSync(path, 'utf8')) : 0;
    });
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    const firefox = new Marionette(socket, child, profile);
    await firefox.send('WebDriver:NewSession', {capabilities: {alwaysMatch: {}}});
    return firefox;
  }

  async send(command: string, parameters: Record<string, unknown> = {}): Promise<unknown> {
    const id = (this.#sent += 1);
    const text = JSON.stringify([0, id, command, parameters]);
    this.#socket.write(`${Buffer.byteLength(text)}:${text}`);
    const [, , error, result] = await new Promise<readonly unknown[]>((resolve) =>
      this.#waiting.set(id, resolve),
    );
    if (error) throw new Error(`${command}: ${JSON.stringify(error)}`);
    return (result as {value?: unknown} | null)?.value;
  }

  /** The value that a function body returns, in the page or with the browser's privileges. */
  async run<Value>(script: string, context: 'content' | 'chrome' = 'content'): Promise<Value> {
    await this.send('Marionette:SetContext', {value: context});
    const value = await this.send('WebDriver:ExecuteScript', {script, args: []});
    await this.send('Marionette:SetContext', {value: 'content'});
    return value as Value;
  }

  /** Types into the first input of a frame that a selector finds, or of the page. */
  async type(text: string, input: string, frame?: string): Promise<void> {
    if (frame) await this.send('WebDriver:SwitchToFrame', {element: await this.#find(frame)});
    await this.send('WebDriver:ElementSendKeys', {id: await this.#find(input), text});
    if (frame) await this.send('WebDriver:SwitchToFrame', {id: null});
  }

  async #find(selector: string): Promise<string> {
    const found = await this.send('WebDriver:FindElement', {using: 'css selector', value: selector});
    return (found as Record<string, string>)[elementKey]!;
  }

  async close(): Promise<void> {
    const ended = once(this.#child, 'exit');
    this.#socket.destroy();
    this.#child.kill();
    await ended;
    rmSync(this.#profile, {recursive: true, force: true, maxRetries: 5});
  }

  /** Messages are JSON behind their length in bytes; the first one is the greeting. */
  #read(): void {
    for (;;) {
      const colon = this.#received.indexOf(':');
      const length = Number(this.#received.subarray(0, Math.max(colon, 0)).toString());
      const end = colon + 1 + length;
      if (colon < 0 || this.#received.length < end) return;
      const message = JSON.parse(this.#received.subarray(colon + 1, end).toString()) as readonly unknown[];
      this.#received = this.#received.subarray(end);
      if (Array.isArray(message)) this.#waiting.get(Number(message[1]))?.(message);
    }
  }
}
