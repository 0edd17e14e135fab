import type {CardVaultHost} from '../host.js';
import type {Drawn, ElementPorts} from '../stages/contracts.js';
import type {EarlyForm} from './early-fields.js';

/** A form that asks for nothing but a card, with fields that the page has not placed elsewhere. */
const plain =
  ':not([saved-card], [entry-mode=raw], [billing-fields], [consent], :has(card-vault-field))[session-url]';

/**
 * Opens the session of a plain form, and brings its fields up while the form is only drawn. A form whose
 * words are still on their way works meanwhile, and its fields come up once the words are there. Nothing
 * where the form needs more than that: a run that is to be taken up, fields that the page has begun itself.
 */
export function beginFields(
  host: CardVaultHost,
  {appearance, lifecycle, locale, ownerForm, store}: Drawn,
  ports: ElementPorts,
  draw: () => ShadowRoot,
): void {
  if (!lifecycle.isNear) return;
  // From now on a submission waits for the card.
  ownerForm.hostConnected();
  ownerForm.hostUpdated();
  // Words that are missing load meanwhile, also where the page brings its fields up itself.
  locale.hostUpdate();
  const {adapter, begunSession, sessionUrl} = host;
  if (!ports.loadFields || adapter || !host.matches(plain)) return;
  if (begunSession ? begunSession.fields || begunSession.url !== sessionUrl : ports.remembers()) return;
  const request = begunSession ?? ports.beginSession(sessionUrl!);
  const end = new AbortController();
  const loading = ports.loadFields();
  const form: EarlyForm = {draw, locale, entries: store, appearance, answer: request.answer};
  if (locale.isKnown) draw();
  // Read by the script that brings the fields up, once the form works.
  host.addEventListener('mousedown', (event) => (form.pressed = event.composedPath()[0]));
  const fields = Promise.all([loading, locale.words])
    .then(([{bringUpFields}]) => bringUpFields(host, form, end.signal))
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
