import type {LogLine} from '../server/access.js';
import {ask, byId, element} from './dom.js';

const askEveryMs = 1500;

/** The shop's own log of what it was told by webhook, and what it did about each. */
export function startTold(): void {
  const list = byId('told');
  let drawn = '';
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = async () => {
    clearTimeout(timer);
    const answer = await ask('/behind-the-counter/told');
    const text = answer?.ok ? await answer.text() : drawn;
    if (text !== drawn) {
      drawn = text;
      list.replaceChildren(...(JSON.parse(text) as LogLine[]).map(row));
    }
    if (!document.hidden) timer = setTimeout(() => void look(), askEveryMs);
  };
  document.addEventListener('visibilitychange', () => void (document.hidden || look()));
  void look();
}

const row = ({kind, type, sequence, text}: LogLine) =>
  element(
    'li',
    {className: kind},
    element('b', {}, sequence ? String(sequence) : '–'),
    element('code', {}, type),
    element('span', {}, text),
  );
