import {fieldTypes} from './context.js';
import type {FieldType} from './context.js';
import {isConnect, readCommand} from './messages.js';
import {FieldSession} from './session.js';
import type {SigningKey} from './submission.js';

/** What the document's own server wrote into it. */
interface FieldData {
  readonly kid: string;
  readonly targetOrigins: readonly string[];
  readonly signingKey: SigningKey;
  readonly expired: boolean;
}

/**
 * The field's identity as the page states it: only ids and a kind. Signature and origin decide about trust.
 */
interface Address {
  readonly microformId: string;
  readonly fieldId: string;
  readonly fieldType: FieldType;
}

function readAddress(): Address | undefined {
  try {
    const {microformId, fieldId, fieldType} = JSON.parse(
      decodeURIComponent(location.hash.slice(1)),
    ) as Record<string, unknown>;
    const type = fieldTypes.find((one) => one === fieldType);
    if (!type || typeof microformId !== 'string' || typeof fieldId !== 'string') return undefined;
    return {microformId, fieldId, fieldType: type};
  } catch {
    return undefined;
  }
}

const data = JSON.parse(document.getElementById('field-data')?.textContent ?? '{}') as FieldData;
const address = readAddress();

/**
 * Waits for the one page that holds this document, on an origin of the capture context; then listens to its
 * port alone.
 */
function waitForPage({microformId, fieldId, fieldType}: Address): void {
  const waiting = new AbortController();
  window.addEventListener(
    'message',
    (event) => {
      const [port, ...more] = event.ports;
      const known = event.source === window.parent && data.targetOrigins.includes(event.origin);
      if (!known || !port || more.length || !isConnect(event.data, fieldId)) return;
      waiting.abort();
      const session = new FieldSession({...data, microformId, fieldType}, (report) =>
        port.postMessage(report),
      );
      port.onmessage = ({data: said}: MessageEvent) => {
        const command = readCommand(said);
        if (command) session.obey(command);
      };
    },
    {signal: waiting.signal},
  );
}

// Opened alone in a tab, the field has no page to work for.
if (address && window.parent !== window) waitForPage(address);
