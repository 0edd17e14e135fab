import {fieldTypes, type FieldType} from './context.js';
import {isConnect, readCommand, typedText} from './messages.js';
import {FieldSession} from './session.js';
import type {SigningKey} from './submission.js';

/** The data that the server has written into the document. */
interface FieldData {
  /** Missing where the document was loaded before its capture context. */
  readonly kid?: string;
  readonly targetOrigins: readonly string[];
  readonly signingKey: SigningKey;
  readonly expired: boolean;
  readonly foreign: boolean;
  readonly codeLengths?: readonly (3 | 4)[];
  /** The page may type into the field, for tests; never in production. */
  readonly sandbox?: true;
}

/** The ids and the type of the field, from the URL that the page chose. */
interface Address {
  readonly fieldType: FieldType;
  /** A document that was loaded early hears them with the connect message. */
  readonly microformId?: string;
  readonly fieldId?: string;
}

function readAddress(): Address | undefined {
  const early = data.kid === undefined && fieldTypes.find((known) => `#${known}` === location.hash);
  if (early) return {fieldType: early};
  try {
    const {microformId, fieldId, fieldType} = JSON.parse(
      decodeURIComponent(location.hash.slice(1)),
    ) as Record<string, unknown>;
    const type = fieldTypes.find((known) => known === fieldType);
    if (!type || typeof microformId !== 'string' || typeof fieldId !== 'string') return undefined;
    return {microformId, fieldId, fieldType: type};
  } catch {
    return undefined;
  }
}

const data = JSON.parse(document.getElementById('field-data')?.textContent ?? '{}') as FieldData;
const address = readAddress();

/**
 * Waits for the connect message of the parent page, which must have one of the document's origins. After
 * that, the field accepts messages only from the port of that message.
 */
function waitForPage({microformId, fieldId, fieldType}: Address): void {
  const waiting = new AbortController();
  window.addEventListener(
    'message',
    (event) => {
      const [port, ...otherPorts] = event.ports;
      const isTrusted = event.source === window.parent && data.targetOrigins.includes(event.origin);
      if (!isTrusted || !port || otherPorts.length || !isConnect(event.data, fieldId)) return;
      const id = microformId ?? event.data.microformId;
      if (id === undefined) return;
      waiting.abort();
      const session = new FieldSession({...data, fieldType, microformId: id}, (report) =>
        port.postMessage(report),
      );
      port.onmessage = ({data: message}: MessageEvent) => {
        const command = readCommand(message);
        if (command) session.run(command);
      };
      if (data.sandbox) letPageType(session);
    },
    {signal: waiting.signal},
  );
}

/** Lets the page type, as a test of a shop does that has no browser to steer. */
function letPageType(session: FieldSession): void {
  window.addEventListener('message', ({source, origin, data: message, ports: [port]}) => {
    const text = typedText(message);
    if (source !== window.parent || !data.targetOrigins.includes(origin) || text === undefined) return;
    session.type(text, () => port?.postMessage('typed'));
  });
}

// A field that was opened in a tab of its own has no parent page.
if (address && window.parent !== window) waitForPage(address);
