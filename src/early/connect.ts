import type {FieldName} from '../gateways/microform-library.js';
import {fieldOptions} from '../gateways/microform-mount.js';
import {showFields} from './frames.js';
import {type EarlyFrame, type EarlyPage, slots} from './page.js';
import type {Places} from './places.js';
import type {Skeleton} from './skeleton.js';

type Said = NonNullable<EarlyFrame['heard']>[number];

/**
 * Gives the loaded frames the capture context: they are live without the library, which then takes them over
 * (decision 0053). Frames that take longer than a fifth of a second get it from the library.
 */
export const connectAll = (
  page: EarlyPage,
  {jwt, places}: {readonly jwt: string; readonly places: Places},
  {boxes, settings}: Skeleton,
): Promise<void> =>
  new Promise((done) => {
    setTimeout(done, 200);
    const frames = new Map<FieldName, EarlyFrame>();
    const waiting = new Set(slots.keys());
    const hear = (frame: EarlyFrame, name: FieldName, said: Said): void => {
      const {type, state} = said;
      frame.heard!.push(said);
      if (type === 'change' && !state!.empty) page.typed = true;
      if (type === 'focus' || type === 'blur') boxes[name].toggleAttribute('data-focused', type === 'focus');
      if (type !== 'ready' || !waiting.delete(name) || waiting.size) return;
      showFields(page);
      done();
      const wanted = settings(true);
      for (const [each, {port}] of frames)
        port!.postMessage({type: 'update', options: fieldOptions(wanted, each)});
    };
    page.connect = (frame, name) => {
      if (!frame.parentElement!.slot) return;
      const {port1, port2} = new MessageChannel();
      frames.set(name, frame);
      frame.port = port1;
      frame.heard = [];
      port1.onmessage = ({data}) => hear(frame, name, data as Said);
      port1.postMessage({type: 'start', jwt, options: fieldOptions(settings(), name)});
      const microformId = frame.dataset['microform'];
      const hello = {cardVault: 'microform', type: 'connect', channel: '', microformId};
      frame.contentWindow!.postMessage(hello, new URL(page.settings.frame!).origin, [port2]);
    };
    for (const name of slots.keys()) {
      const frame = places[name].querySelector('iframe');
      if (frame?.dataset['loaded'] !== undefined) page.connect(frame, name);
    }
  });
