import {show} from './frames.js';
import type {Words} from './appearance.js';
import type {EarlyFrame, EarlyPage} from './page.js';

/** Context and words that the frames are given. */
interface Given {
  readonly jwt: string;
  readonly words: Readonly<Record<string, Words>>;
  readonly appearance: () => object;
}

/**
 * Gives the loaded frames the capture context: they are live without the library, which then takes them over
 * (decision 0096). It waits for them for a fifth of a second; the library tells those that load later.
 */
export const connectAll = (page: EarlyPage, {jwt, words, appearance}: Given): Promise<void> =>
  new Promise((done) => {
    setTimeout(done, 200);
    const {frames} = page;
    const waiting = new Set(frames);
    const hear = (frame: EarlyFrame, heard: NonNullable<EarlyFrame['heard']>[number]): void => {
      const {type, state} = heard;
      frame.heard!.push(heard);
      if (type === 'change' && !state!.empty) page.typed = true;
      if (type === 'focus' || type === 'blur')
        words[frame.parentElement!.slot]!.box.toggleAttribute('data-focused', type === 'focus');
      if (type !== 'ready' || !waiting.delete(frame) || waiting.size) return;
      show(page);
      done();
      try {
        const options = appearance();
        for (const {port} of frames) port!.postMessage({type: 'update', options});
      } catch {}
    };
    page.connect = (frame) => {
      const {slot} = frame.parentElement!;
      if (!slot) return;
      const {port1, port2} = new MessageChannel();
      frame.port = port1;
      frame.heard = [];
      port1.onmessage = ({data}) => hear(frame, data as Parameters<typeof hear>[1]);
      port1.postMessage({type: 'start', jwt, options: words[slot]!.options});
      const microformId = frame.dataset['microform'];
      const hello = {cardVault: 'microform', type: 'connect', channel: '', microformId};
      frame.contentWindow!.postMessage(hello, new URL(page.settings.frame!).origin, [port2]);
    };
    frames.filter(({dataset}) => dataset['loaded'] !== undefined).forEach(page.connect);
  });
