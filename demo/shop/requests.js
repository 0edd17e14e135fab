import {byId, element, shortened} from './dom.js';

/** Lists what the page asks of the shop's server and of the service: path, answer, time. Never a body, never a header. */
export function startRequests() {
  const list = byId('requests');
  const show = (entry) => {
    const url = new URL(entry.name);
    const asked = entry.initiatorType === 'fetch' || entry.initiatorType === 'iframe';
    if (!asked || url.pathname.startsWith('/behind-the-counter')) return;
    const answer = entry.responseStatus
      ? String(entry.responseStatus)
      : entry.initiatorType === 'iframe'
        ? 'frame'
        : '–';
    const bad = entry.responseStatus >= 400;
    list.append(
      element(
        'li',
        {className: bad ? 'bad' : ''},
        element('b', {}, answer),
        element('code', {title: url.origin}, shortened(url.pathname)),
        element('span', {}, url.origin === location.origin ? 'shop' : url.host),
        element('span', {className: 'time'}, `${Math.round(entry.duration)} ms`),
      ),
    );
    while (list.children.length > 60) list.firstElementChild.remove();
  };
  new PerformanceObserver((entries) => entries.getEntries().forEach(show)).observe({
    type: 'resource',
    buffered: true,
  });
}
