import type {State} from '../../flow/index.js';
import type {Actions} from './actions.js';
import {beginFields} from '../fields/begin-fields.js';
import type {Behaviour} from './behaviour.js';
import {AppearanceController} from '../shopper/appearance.js';
import {BillingPart} from './billing-part.js';
import {EarlyEntries, type EnteredFields} from '../fields/early-entries.js';
import {FormValue, tokenOf} from '../form/form-value.js';
import {Lazy} from './lazy.js';
import {Lifecycle} from '../session/lifecycle.js';
import {LiveRegion} from '../shopper/live-region.js';
import {LocaleController} from '../shopper/locale.js';
import {OwnerFormController, skipsValidation} from '../form/owner-form.js';
import {Shown} from '../form/shown.js';
import type {Drawn} from './drawn.js';
import type {CardVaultHost} from '../host.js';
import {tell} from '../option.js';
import {hasEnded, idle} from '../session/phases.js';
import type {ElementPorts} from './ports.js';
import {tellOfScript} from '../script-lost.js';
import {formView} from '../views/form.js';

export type Controllers = ReturnType<typeof compose>;

/** The controllers of each element, for parts that the page places in it. */
export const controllersOf = new WeakMap<object, Controllers>();

/**
 * Makes the controllers that draw one element. Those that make it work are loaded: `behaviour.ts` connects
 * what brings live fields, `actions.ts` what is done with them.
 */
export function compose(host: CardVaultHost, internals: ElementInternals, ports: ElementPorts) {
  const locale = new LocaleController(host);
  const live = new LiveRegion(host);
  const early = new EarlyEntries(host);
  const billing = new BillingPart(host, locale);
  const wake = (): void => lifecycle.wake();
  const behaviour: Lazy<Behaviour> = new Lazy(host, () =>
    loadBehaviour(host, ports, {locale, live, early, billing, form, formValue, wake}),
  );
  const actions = (): Actions | undefined => behaviour.value?.actions.value;
  const entries = (): EnteredFields => actions()?.entries ?? early;
  const state = (): State => behaviour.value?.session.state ?? idle;
  /**
   * What the shopper or the page has asked for is loaded; the form is busy until then where that was a save.
   */
  const load = (pressed: boolean): Promise<Actions> =>
    behaviour.value?.actions.load(pressed) ?? behaviour.load().then((loaded) => loaded.actions.load(pressed));
  /**
   * Does something now, or when what it needs is loaded: for `use` the actions, for `begin` the behaviour.
   */
  const use = (action: (loaded: Actions) => void, pressed = false): void => {
    const loaded = actions();
    if (loaded) action(loaded);
    else load(pressed).then(action, () => undefined);
  };
  const begin = (action: (loaded: Behaviour) => void) =>
    behaviour.value ? action(behaviour.value) : void behaviour.load().then(action, () => undefined);
  const shown: Shown = new Shown(host, () => formValue.revalidate());
  const formValue = new FormValue(host, internals, () => shown.isHidden);
  /** A card that is entered whole is saved all the same: it may stand in an earlier step of its form. */
  const asksNothing = (): boolean =>
    shown.isHidden &&
    !behaviour.value?.busy &&
    (entries().empty || (actions() !== undefined && entries().firstProblem !== undefined));
  const form = composeOwnerForm(host, {internals, actions, load, state, early, wake, asksNothing});
  const lifecycle = new Lifecycle(host, {
    state,
    remembers: ports.remembers,
    load: () => behaviour.preload(),
    open() {
      // Side by side with the scripts, not after them.
      if (!behaviour.value && host.sessionUrl && !host.adapter)
        host.begunSession ??= ports.beginSession(host.sessionUrl);
      // It may be disabled by the time the scripts are there.
      begin(({session}) => host.inactive || session.open());
    },
    watch: () => begin(({visibility}) => visibility.watch()),
    resume: () => begin(({remembers, session}) => (remembers() ? session.resume() : lifecycle.watch())),
  });

  /** Empties the element: the fields where they are live, else the run. */
  function reset(): void {
    early.clear();
    if (behaviour.value?.clear() !== true) lifecycle.start();
  }

  /**
   * What the page sets as the value: nothing empties the element, where there is something to empty. A form
   * library writes what it believes, also while a card is being saved.
   */
  function write(value: unknown): void {
    if (value && value !== tokenOf(state())) tell(host, {option: 'value', value, oneOf: undefined});
    else if (!value && (hasEnded(state()) || !(form.isHolding || behaviour.value?.busy || entries().empty)))
      formValue.quietly(reset);
  }

  const appearance = new AppearanceController(host, () => behaviour.value?.frames.restyle());

  return {
    /** Brings the fields of a plain form up before it works; `draw` draws it. */
    first: (draw: () => ShadowRoot) =>
      beginFields(host, {ports, locale, entries: early, lifecycle, form, appearance, draw}),
    /** Draws the form; placed parts draw it otherwise. */
    draw: formView,
    ...{locale, live, entries, billing, behaviour, actions, load, use, state, lifecycle, appearance, reset},
    ownerForm: form,
    ...{formValue, write},
    ...composeRequests(host, {use, form, formValue, shown, live, locale}),
  };
}

interface OwnerFormParts {
  readonly internals: ElementInternals;
  readonly actions: () => Actions | undefined;
  readonly load: (pressed: boolean) => Promise<Actions>;
  readonly state: () => State;
  readonly early: EarlyEntries;
  readonly wake: () => void;
  readonly asksNothing: () => boolean;
}

/** The form around the element, also while what saves a card is being loaded. */
function composeOwnerForm(
  host: CardVaultHost,
  {internals, actions, load, state, early, wake, asksNothing}: OwnerFormParts,
): OwnerFormController {
  return new OwnerFormController(host, {
    internals,
    mustHold(submitter) {
      if (asksNothing()) {
        if (host.required) tell(host, 'not-shown');
        return false;
      }
      const loaded = actions();
      if (loaded) return loaded.submitting.mustHold(submitter);
      if (state().name === 'saved' || host.inactive || skipsValidation(submitter)) return false;
      return host.required || !early.empty;
    },
    // The page has already been told that the script is missing: the form stays where it is.
    save: (submitter) =>
      load(true).then(
        ({submitting}) => !submitting.mustHold(submitter) || submitting.save(),
        () => false,
      ),
    // Not begun yet, it opens by itself when it begins.
    onUse: () => void (host.renderRoot && wake()),
  });
}

interface RequestOptions {
  readonly use: (action: (loaded: Actions) => void, pressed?: boolean) => void;
  readonly form: OwnerFormController;
  readonly formValue: FormValue;
  readonly shown: Pick<Shown, 'isHidden'>;
  readonly live: LiveRegion;
  readonly locale: LocaleController;
}

/** What a page asks of an element in HTML or by calls, also while its behaviour is being loaded. */
function composeRequests(host: CardVaultHost, {use, form, formValue, shown, live, locale}: RequestOptions) {
  /** Into the first field that needs something. */
  function focus(byLabel = false): void {
    const {activeElement} = document;
    if (host.isConnected) use((loaded) => loaded.focusFirst(activeElement, byLabel));
  }

  /** Moved by `moveBefore`: frames and run are still there; form and language may be others. */
  function moved(): void {
    form.hostConnected();
    locale.hostConnected();
    host.requestUpdate();
  }

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
  // A label dispatches a click on the element itself; one in a closed shadow root looks the same from here.
  host.addEventListener('click', (event) => {
    if (event.composedPath()[0] === host && event !== inside) focus(true);
  });

  /** The browser does not submit the form, because of the card. */
  function refuse(event: Event): void {
    if (shown.isHidden) return; // Its words would not be seen: the browser's own report stands.
    event.preventDefault(); // The words under the fields take the place of the browser's bubble.
    const {pressed} = form;
    const {custom} = formValue;
    if (custom) {
      formValue.isRevealed = true;
      live.say(custom);
      return focus();
    }
    use(({refused}) => refused(pressed), !!pressed);
  }

  return {focus, moved, refuse};
}

/** The page hears of a script that fails, whether it does not come or throws. */
async function loadBehaviour(
  host: CardVaultHost,
  ports: ElementPorts,
  drawn: Omit<Drawn, 'timers'>,
): Promise<Behaviour> {
  try {
    const {composeBehaviour, ...module} = await ports.loadEngine();
    if (host.isConnected) await host.updateComplete;
    return composeBehaviour(host, {...drawn, module, timers: ports.timers});
  } catch (cause) {
    throw tellOfScript(host, cause);
  }
}
