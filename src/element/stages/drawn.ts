import {FieldStore} from '../fields/field-store.js';
import {FormValue, tokenOf} from '../form/form-value.js';
import {mustHold, OwnerFormController, Shown} from '../form/owner-form.js';
import {reportLostScript, warnDeveloper} from '../report.js';
import {Lifecycle} from '../session/lifecycle.js';
import {hasEnded, idle} from '../phases.js';
import {Announcer} from '../shopper/announcer.js';
import {AppearanceController} from '../shopper/appearance.js';
import {LocaleController} from '../shopper/locale.js';
import {formView} from '../views/form.js';
import type {Drawn, ElementPorts, Interaction, Live} from './contracts.js';
import {LateModule, withWords} from '../late-module.js';
import type {CardVaultHost} from '../host.js';
import type {EarlyForm} from '../fields/early-fields.js';

/** The first stage of each element, for pieces of it that the page places. */
export const drawnOf = new WeakMap<object, Drawn>();

/** Makes what draws one element. What makes it work is loaded: `live.ts`, then `interaction.ts`. */
export function createDrawn(host: CardVaultHost, internals: ElementInternals, ports: ElementPorts): Drawn {
  const locale = new LocaleController(host);
  const announcer = new Announcer(host);
  const store = new FieldStore(host);
  const billing = new LateModule(
    host,
    () => withWords(host, locale, import('../views/billing.js')),
    () => host.billingFields !== 'none' || host.consent !== 'none',
  );
  const live = new LateModule(host, () => loadLive(host, ports, drawn));
  const interaction = (): Interaction | undefined => live.value?.interactionLoader.value;
  const load = (pressed: boolean): Promise<Interaction> =>
    live.value?.interactionLoader.load(pressed) ??
    live.load().then((loaded) => loaded.interactionLoader.load(pressed));
  const shown: Shown = new Shown(host, () => formValue.revalidate());
  const formValue = new FormValue(host, internals, () => shown.isHidden);
  const ownerForm = createOwnerForm(host, internals, shown, () => drawn);
  const lifecycle = createLifecycle(host, ports, live);
  const appearance = new AppearanceController(host, () => live.value?.frames.restyle());
  const drawn: Drawn = {
    timers: ports.timers,
    locale,
    announcer,
    appearance,
    lifecycle,
    ownerForm,
    formValue,
    store,
    billing,
    live,
    interaction,
    state: () => live.value?.session.state ?? idle,
    draw: formView,
    beginFields: (draw) => beginFields(host, drawn, ports, draw),
    load,
    use(action, pressed = false) {
      const loaded = interaction();
      if (loaded) action(loaded);
      else load(pressed).then(action, () => undefined);
    },
    focus(byLabel = false) {
      const {activeElement} = document;
      if (host.isConnected) drawn.use((loaded) => loaded.focusFirst(activeElement, byLabel));
    },
    refuse: (event) => refuse(drawn, shown, event),
    reset() {
      store.clear();
      if (live.value?.clear() !== true) lifecycle.start();
    },
    write: (value) => write(host, drawn, value),
  };
  followLabels(host, drawn);
  return drawn;
}

function createOwnerForm(
  host: CardVaultHost,
  internals: ElementInternals,
  shown: Shown,
  drawn: () => Drawn,
): OwnerFormController {
  return new OwnerFormController(host, {
    internals,
    mustHold: (submitter) => mustHold(host, drawn(), shown.isHidden, submitter),
    // The page has already been told that the script is missing: the form stays where it is.
    save: (submitter) =>
      drawn()
        .load(true)
        .then(
          ({submitting}) => !mustHold(host, drawn(), shown.isHidden, submitter) || submitting.save(),
          () => false,
        ),
    // Not begun yet, it opens by itself when it begins.
    onUse: () => void (host.renderRoot && drawn().lifecycle.wake()),
  });
}

/** When the second stage is loaded and a session begins. */
function createLifecycle(host: CardVaultHost, ports: ElementPorts, live: LateModule<Live>): Lifecycle {
  const whenLive = (action: (loaded: Live) => void): void =>
    live.value ? action(live.value) : void live.load().then(action, () => undefined);
  const lifecycle: Lifecycle = new Lifecycle(host, {
    state: () => live.value?.session.state ?? idle,
    remembers: ports.remembers,
    load: () => live.preload(),
    open() {
      // Side by side with the scripts, not after them.
      if (!live.value && host.sessionUrl && !host.adapter)
        host.begunSession ??= ports.beginSession(host.sessionUrl);
      // The element may be disabled by the time the scripts are there.
      whenLive(({session}) => host.inactive || session.open());
    },
    watch: () => whenLive(({visibility}) => visibility.watch()),
    resume: () => whenLive((loaded) => (loaded.remembers() ? loaded.session.resume() : lifecycle.watch())),
  });
  return lifecycle;
}

/** The page hears of a script that fails, whether it does not come or throws. */
async function loadLive(host: CardVaultHost, ports: ElementPorts, drawn: Drawn): Promise<Live> {
  try {
    const engine = await ports.loadEngine();
    if (host.isConnected) await host.updateComplete;
    return engine.createLive(host, drawn, engine);
  } catch (cause) {
    throw reportLostScript(host, cause);
  }
}

function refuse({announcer, focus, formValue, ownerForm, use}: Drawn, shown: Shown, event: Event): void {
  if (shown.isHidden) return; // Its words would not be seen: the browser's own report stands.
  event.preventDefault(); // The words under the fields take the place of the browser's bubble.
  const {pressed} = ownerForm;
  const {custom} = formValue;
  if (custom) {
    formValue.isRevealed = true;
    announcer.say(custom);
    return focus();
  }
  use(({refused}) => refused(pressed), !!pressed);
}

/**
 * Nothing empties the element, where there is something to empty. A form library writes what it believes, also
 * while a card is being saved.
 */
function write(host: CardVaultHost, drawn: Drawn, value: unknown): void {
  const {formValue, live, ownerForm, reset, store} = drawn;
  const state = drawn.state();
  if (value && value !== tokenOf(state)) warnDeveloper(host, {option: 'value', value, oneOf: undefined});
  else if (!value && (hasEnded(state) || !(ownerForm.isHolding || live.value?.busy || store.empty)))
    formValue.quietly(reset);
}

/** A label dispatches a click on the element itself; one in a closed shadow root looks the same from here. */
function followLabels(host: CardVaultHost, {focus}: Drawn): void {
  let inside: Event | undefined;
  const note = (event: Event): void => {
    inside = event;
  };
  host.addController({
    hostConnected: () => host.renderRoot.addEventListener('click', note),
    hostDisconnected() {
      host.begunSession?.abort();
      host.begunSession = undefined;
    },
  });
  host.addEventListener('click', (event) => {
    if (event.composedPath()[0] === host && event !== inside) focus(true);
  });
}

/** A form that asks for nothing but a card, with fields that the page has not placed elsewhere. */
const asksOnlyForCard =
  ':not([saved-card], [entry-mode=raw], [billing-fields], [consent], :has(card-vault-field))[session-url]';

/**
 * Opens the session of a form that asks only for a card, and mounts its fields before the form works. Does
 * nothing when an earlier run must be resumed, or when the page has mounted the fields itself.
 */
function beginFields(host: CardVaultHost, drawn: Drawn, ports: ElementPorts, draw: () => ShadowRoot): void {
  const {lifecycle, locale, ownerForm} = drawn;
  if (!lifecycle.isNear) return;
  // From now on a submission waits for the card.
  ownerForm.hostConnected();
  ownerForm.hostUpdated();
  // Words that are missing load meanwhile, also where the page brings its fields up itself.
  locale.hostUpdate();
  const {adapter, begunSession, sessionUrl} = host;
  if (!ports.loadFields || adapter || !host.matches(asksOnlyForCard)) return;
  if (begunSession ? begunSession.fields || begunSession.url !== sessionUrl : ports.remembers()) return;
  const request = begunSession ?? ports.beginSession(sessionUrl!);
  const end = new AbortController();
  const form: EarlyForm = {draw, drawn, answer: request.answer};
  draw();
  // Read by the script that brings the fields up, once the form works.
  host.addEventListener('mousedown', (event) => (form.pressed = event.composedPath()[0]));
  const fields = ports
    .loadFields()
    .then(({bringUpFields}) => bringUpFields(host, form, end.signal))
    // The element tries again, and says what is wrong.
    .catch(() => undefined);
  host.begunSession = {
    ...request,
    fields,
    abort() {
      request.abort();
      end.abort();
    },
  };
}
