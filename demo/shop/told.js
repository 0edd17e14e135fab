import {byId, element} from './dom.js';

const askEveryMs = 1500;

/** The shop's own log of what it was told by webhook, and what it did about each. */
export function startTold() {
  const list = byId('told');
  let drawn = '';
  let timer;
  const look = async () => {
    clearTimeout(timer);
    const answer = await fetch('/behind-the-counter/told').catch(() => undefined);
    const text = answer?.ok ? await answer.text() : drawn;
    if (text !== drawn) {
      drawn = text;
      list.replaceChildren(...JSON.parse(text).map(row));
    }
    if (!document.hidden) timer = setTimeout(look, askEveryMs);
  };
  document.addEventListener('visibilitychange', () => void (document.hidden || look()));
  void look();
}

const row = ({kind, type, sequence, text}) =>
  element(
    'li',
    {className: kind},
    element('b', {}, sequence ? String(sequence) : '–'),
    element('code', {}, type),
    element('span', {}, text),
  );
