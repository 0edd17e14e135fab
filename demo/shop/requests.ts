import {byId, element, shortened} from './dom.js';

/** Lists what the page asks of the shop's server and of the service: path, answer, time. Never a body, never a header. */
export function startRequests(): void {
  const list = byId('requests');
  const show = (entry: PerformanceEntry) => {
    if (!(entry instanceof PerformanceResourceTiming)) return;
    const url = new URL(entry.name);
    const isFrame = entry.initiatorType === 'iframe';
    if (!(isFrame || entry.initiatorType === 'fetch')) return;
    if (url.pathname.startsWith('/behind-the-counter')) return;
    // Older browsers do not tell.
    const {responseStatus: status = 0}: {responseStatus?: number} = entry;
    const answer = status > 0 ? String(status) : isFrame ? 'frame' : '–';
    list.append(
      element(
        'li',
        {className: status >= 400 ? 'bad' : ''},
        element('b', {}, answer),
        element('code', {title: url.origin}, shortened(url.pathname)),
        element('span', {}, url.origin === location.origin ? 'shop' : url.host),
        element('span', {className: 'time'}, `${Math.round(entry.duration)} ms`),
      ),
    );
    while (list.children.length > 60) list.firstElementChild?.remove();
  };
  new PerformanceObserver((entries) => entries.getEntries().forEach(show)).observe({
    type: 'resource',
    buffered: true,
  });
}
