import {escaped, html, type Answer, type RecordedRequest} from './http.js';
import type {World} from './state.js';

/** The message of the device data collection, as a text, in one of its recorded spellings (wire 9.4). */
function messageOf({behaviour}: World, sessionId: string): string {
  const {spelling, prefix, extraKeys, status} = behaviour().collector;
  return JSON.stringify({
    MessageType: 'profile.completed',
    [spelling]: prefix ? `0_${sessionId}` : sessionId,
    Status: status,
    ...(extraKeys && {ReferenceId: sessionId, Timings: {total: 12}}),
  });
}

/** Device data collection: a form with the setup's JWT comes in a frame; a message goes to the parent. */
export function collector(request: RecordedRequest, world: World): Answer {
  const {pathname} = new URL(request.path, 'http://collector');
  if (pathname !== '/V1/Cruise/Collect') return {status: 404, body: 'not found'};
  if (request.method !== 'POST') return {status: 405, body: 'post a JWT'};
  const jwt = new URLSearchParams(request.body).get('JWT');
  const tracker = [...world.trackers.values()].find(({setup}) => setup?.jwt === jwt);
  if (!tracker?.setup) return html('<title>Collector</title>', 400);
  const {answers, lateMs} = world.behaviour().collector;
  if (answers === 'never') return html('<title>Collector</title>');
  const message = escaped(messageOf(world, tracker.setup.sessionId));
  const script = `setTimeout(() => parent.postMessage(document.body.dataset.message, '*'), ${answers === 'late' ? lateMs : 10});`;
  return html(`<title>Collector</title><body data-message="${message}"><script>${script}</script></body>`);
}
