import {addressOfPage} from '../../adapter/page-address.js';
import type {SavingPorts, VaultAdapter, StepUp, RunHome} from '../../flow/index.js';
import type {SavingHalf} from '../../flow/run.js';
import {savingHalf} from '../../flow/saving-half.js';
import {warnDeveloper} from '../report.js';
import {isLoopback} from '../../protocol/trust.js';
import {stepUpMode} from '../session/memory.js';
import type {SaveGateways, SaveNeeds} from './contracts.js';
import {shopOfPage} from '../shopper/shop-name.js';

/** The ports that only a save needs. */
export function savingPorts(needs: SaveNeeds, adapter: VaultAdapter, gateways: SaveGateways): SavingPorts {
  const {host, live} = needs;
  const {interactionLoader, session} = live;
  const offstage = (): HTMLElement => host.renderRoot.querySelector<HTMLElement>('.offstage')!;
  const deviceData = gateways.createDeviceData({
    host: offstage,
    onFault: (error) => warnDeveloper(host, error),
  });
  // Loaded before the save begins, but not before the shopper types: many never do.
  live.whenTyped((signal) => {
    const {frameUrl} = session.state.session ?? {};
    if (frameUrl !== undefined) deviceData.prepare(frameUrl, {signal});
  });
  // A word to developers, on their own machine only: measuring takes a layout.
  if (isLoopback(new URL(location.href)))
    import('../developer.js').then(
      ({logContrast}) => logContrast(host),
      () => undefined,
    );
  return {
    adapter,
    ...(host.entryMode === 'raw' && {rawFields: {read: () => interactionLoader.value!.raw.read()}}),
    deviceData,
    home: createRunHome(),
    stepUp: stepUpIn(needs, gateways, offstage),
    // A step-up that leaves the page comes back to it, and the run continues there.
    returnTo() {
      if (stepUpMode(host) !== 'redirect') return undefined;
      const {pathname, search} = addressOfPage();
      return pathname + search;
    },
  };
}

/** The flow's step-up port: the gateway, with a dialog of the element around the bank's page. */
function stepUpIn(
  {host, live: {dialog, session}, locale}: SaveNeeds,
  gateways: SaveGateways,
  offstage: () => HTMLElement,
): StepUp {
  return {
    present(request, call) {
      let loaded: () => void = () => undefined;
      const stepUp = gateways.createStepUp({
        mode: () => stepUpMode(host),
        title: () => locale.say('stepUpFrame'),
        returnUrl: () => session.state.session?.returnUrl,
        host: offstage,
        onLoaded: () => loaded(),
        onFault: (error) => warnDeveloper(host, error),
        async open(opening) {
          const {openDialog} = await dialog.load();
          opening.signal.throwIfAborted();
          const {renderRoot: root} = host;
          const opened = openDialog(
            {
              place: root.querySelector<HTMLElement>('.overlay')!,
              root,
              inline: host.stepUp === 'inline',
              setting: host.challengeWindow,
              shop: host.shopName ?? shopOfPage(host.ownerDocument),
              card: session.state.card,
              say: locale.say,
            },
            opening,
          );
          loaded = () => opened.loaded();
          return opened;
        },
      });
      return stepUp.present(request, call);
    },
  };
}

/**
 * Loads a script once: what is there is used at once, where another `import()` would come back in a later
 * task. One that fails to load is asked for again at the next call.
 */
function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined;
  return () =>
    (loading ??= load().catch((cause: unknown) => {
      loading = undefined;
      throw cause;
    }));
}

const deviceData = once(() => import('../../gateways/device-data.js'));
const stepUp = once(() => import('../../gateways/step-up.js'));
const ahead = (load: () => Promise<unknown>): void => void load().catch(() => undefined);

/** The gateways of a browser; each is loaded one step ahead of its own. */
const browserGateways: SaveGateways = {
  createDeviceData: (options) => {
    ahead(deviceData);
    return {
      prepare: (...shell) =>
        ahead(async () => (await deviceData()).createDeviceDataCollection(options).prepare(...shell)),
      async collect(request, call) {
        const {createDeviceDataCollection} = await deviceData();
        const collected = createDeviceDataCollection(options).collect(request, call);
        ahead(stepUp);
        return collected;
      },
    };
  },
  createStepUp: (options) => ({
    async present(request, call) {
      const {createStepUp} = await stepUp();
      return createStepUp(options).present(request, call);
    },
  }),
};

/** The saving half of the flow, for one element. The adapter of a test brings its own collector and bank. */
export async function loadSaving(needs: SaveNeeds): Promise<SavingHalf> {
  const {adapter} = needs;
  const whole = 'whole' in adapter ? await adapter.whole() : adapter;
  const {gateways} = adapter as {readonly gateways?: Partial<SaveGateways>};
  return savingHalf(savingPorts(needs, whole, {...browserGateways, ...gateways}));
}

interface Home {
  readonly tracker: string;
  readonly entered: Promise<boolean>;
  leave(): void;
}

/** Settles when the browser has what this page has left: it takes up at once what it has only moved. */
let left: Promise<unknown> = Promise.resolve();

/**
 * The home of a run, as a Web Lock with its tracker's name: one page has it, and the browser passes it on
 * when that page ends, for any reason. A browser without Web Locks, or a page that may not use them, knows of
 * no other page.
 */
export function createRunHome(
  {locks}: {readonly locks?: LockManager | null} = globalThis.navigator,
): RunHome {
  let isKnown = Boolean(locks);
  let home: Home | undefined;

  function ask(tracker: string, wait: boolean, end: AbortController): Promise<boolean> {
    return new Promise((resolve) => {
      const over = new Promise<void>((done) => end.signal.addEventListener('abort', () => done()));
      const keep = (lock: Lock | null): Promise<void> | undefined => {
        if (!lock && !end.signal.aborted) home = undefined;
        resolve(lock !== null);
        return lock && !end.signal.aborted ? over : undefined;
      };
      const options: LockOptions = wait ? {signal: end.signal} : {ifAvailable: true};
      const asked = locks!.request(`card-vault:${tracker}`, options, keep).catch(() => {
        if (!end.signal.aborted) isKnown = false;
        resolve(true);
      });
      end.signal.addEventListener('abort', () => void (left = asked));
    });
  }

  function leave(): void {
    home?.leave();
    home = undefined;
  }

  return {
    get isKnown() {
      return isKnown;
    },
    async enter(tracker, wait) {
      if (!isKnown) return true;
      if (home?.tracker === tracker) return home.entered;
      leave();
      const end = new AbortController();
      const entered = left.then(() => end.signal.aborted || ask(tracker, wait, end));
      home = {tracker, entered, leave: () => end.abort()};
      return entered;
    },
    leave,
  };
}
