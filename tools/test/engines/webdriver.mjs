// The few commands of W3C WebDriver that the tests need, against WebKitWebDriver on a display of its own.
import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {createServer} from 'node:net';
import {setTimeout as pause} from 'node:timers/promises';
import {programsOf} from './found.mjs';

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const {port} = server.address();
  server.close();
  return port;
}

/** A WebDriver error keeps the code that the specification gives it (`no such element`, …). */
export class WebDriverError extends Error {
  constructor({error, message}) {
    super(`${error}: ${message}`);
    this.code = error;
  }
}

async function ask(method, address, body) {
  const answer = await fetch(address, {
    method,
    ...(body && {body: JSON.stringify(body), headers: {'content-type': 'application/json'}}),
  });
  const {value} = await answer.json();
  if (!answer.ok) throw new WebDriverError(value);
  return value;
}

/** The driver has no signal for being ready: its status is asked for until it answers. */
async function answering(base, child) {
  for (let attempt = 0; attempt < 300; attempt++) {
    if (child.exitCode !== null) throw new Error(`WebKitWebDriver ended with ${child.exitCode}.`);
    const ready = await ask('GET', `${base}/status`).catch(() => undefined);
    if (ready) return;
    await pause(50);
  }
  throw new Error('WebKitWebDriver did not answer within fifteen seconds.');
}

/** What WebDriver calls the keys that print nothing. */
const keys = {
  ...{Enter: '\uE007', Tab: '\uE004', Escape: '\uE00C', Backspace: '\uE003', Shift: '\uE008'},
  ...{ArrowLeft: '\uE012', ArrowUp: '\uE013', ArrowRight: '\uE014', ArrowDown: '\uE015'},
};

/** Presses keys one after the other, as a keyboard does; those of `Shift+Tab` together. */
export function pressKeys(session, ...names) {
  const actions = names.flatMap((name) => {
    const held = (name.length > 1 ? name.split('+') : [name]).map((key) => keys[key] ?? key);
    return [
      ...held.map((value) => ({type: 'keyDown', value})),
      ...held.reverse().map((value) => ({type: 'keyUp', value})),
    ];
  });
  return session.command('POST', '/actions', {actions: [{type: 'key', id: 'keyboard', actions}]});
}

/**
 * One browser with one window. A driver can hold only one session, so each session has a driver and a display of
 * its own.
 */
export class WebKitSession {
  #child;
  #base;

  constructor(child, base) {
    this.#child = child;
    this.#base = base;
  }

  static async start(options = [], pageLoadStrategy = 'normal') {
    const {browser, driver, display} = programsOf('webkit');
    const port = await freePort();
    const child = spawn(display, ['-a', '-s', '-screen 0 1600x1200x24', driver, `--port=${port}`], {
      stdio: 'ignore',
      detached: true,
      // To draw layers through a simulated graphics card takes a third of the browser's time.
      env: {...process.env, WEBKIT_DISABLE_COMPOSITING_MODE: '1'},
    });
    const server = `http://127.0.0.1:${port}`;
    try {
      await answering(server, child);
      const {sessionId} = await ask('POST', `${server}/session`, {
        capabilities: {
          alwaysMatch: {
            pageLoadStrategy,
            'webkitgtk:browserOptions': {
              binary: browser,
              args: ['--automation', '--javascript-can-open-windows-automatically=true', ...options],
            },
          },
        },
      });
      return new WebKitSession(child, `${server}/session/${sessionId}`);
    } catch (error) {
      endGroup(child);
      throw error;
    }
  }

  command(method, path, body) {
    return ask(method, `${this.#base}${path}`, body ?? (method === 'POST' ? {} : undefined));
  }

  open(url) {
    return this.command('POST', '/url', {url});
  }

  run(script, args = []) {
    return this.command('POST', '/execute/sync', {script, args});
  }

  /** As a hand does it: the pointer goes to the middle of the element, and its button goes down and up. */
  async click(element) {
    await this.run("arguments[0].scrollIntoView({block: 'nearest', behavior: 'instant'})", [element]);
    const actions = [
      {type: 'pointerMove', origin: element, x: 0, y: 0},
      {type: 'pointerDown', button: 0},
      {type: 'pointerUp', button: 0},
    ];
    return this.command('POST', '/actions', {actions: [{type: 'pointer', id: 'mouse', actions}]});
  }

  /** Makes the page's room this large, by a window that is larger by what surrounds the page. */
  async setViewport({width, height}) {
    const [inner, outer] = await Promise.all([
      this.run('return [innerWidth, innerHeight]'),
      this.command('GET', '/window/rect'),
    ]);
    await this.command('POST', '/window/rect', {
      width: width + outer.width - inner[0],
      height: height + outer.height - inner[1],
    });
  }

  async close() {
    await this.command('DELETE', '').catch(() => undefined);
    endGroup(this.#child);
  }
}

/** Driver, browser and display are one process group. */
function endGroup(child) {
  try {
    process.kill(-child.pid, 'SIGTERM');
  } catch {
    // It has ended by itself.
  }
}
