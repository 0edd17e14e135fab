// Runs web-test-runner's pages in WebKitGTK. Each page that runs beside another has a browser of its own.
import {pressKeys, WebKitSession} from './webdriver.mjs';

/** The methods of a Playwright page that the runner's commands call. */
const pageOf = (session) => ({
  setViewportSize: (size) => session.setViewport(size),
  keyboard: {press: (name) => pressKeys(session, name), type: (text) => pressKeys(session, ...text)},
});

export function webkitLauncher({concurrency}) {
  const idle = [];
  const active = new Map();
  const all = [];
  return {
    name: 'WebKit',
    // The runner's commands know three kinds of launcher; this one answers them as a Playwright page does.
    type: 'playwright',
    concurrency,
    async startSession(id, url) {
      const session = idle.pop() ?? (await WebKitSession.start());
      if (!all.includes(session)) all.push(session);
      active.set(id, session);
      await session.open(url);
    },
    isActive: (id) => active.has(id),
    getBrowserUrl: (id) => active.get(id).command('GET', '/url'),
    getPage: (id) => pageOf(active.get(id)),
    async stopSession(id) {
      const session = active.get(id);
      active.delete(id);
      // Ends what the page still does.
      await session.open('about:blank');
      idle.push(session);
      return {};
    },
    startDebugSession() {
      throw new Error('WebKit has no debug session here.');
    },
    stop: () => Promise.all(all.map((session) => session.close())),
  };
}
