import type {LogLine} from '../server/access.js';
import {ask, byId, element} from './dom.js';

const askEveryMs = 1500;

/** The shop's log of webhooks: each event, and what the shop did about it. */
export function startLog(): void {
  const list = byId('log');
  let drawn = '';
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = async () => {
    clearTimeout(timer);
    const answer = await ask('/behind-the-counter/log');
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
