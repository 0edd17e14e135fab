/**
 * A shell frame (decision 0002) for the gateways' tests. The address may ask for odd behaviour: `mute` answers nothing,
 * `deaf` ignores the first two hellos, `refuse` refuses every address, `says` sends a JSON list of raw reports, `stays` does not
 * leave, `unmarked` does not say that it is a shell.
 */
const ask = new URLSearchParams(location.search);
if (ask.has('unmarked')) document.querySelector('meta[name=card-vault]').remove();
let hellos = 0;
let port;

addEventListener('message', (event) => {
  if (event.source === parent && event.origin === location.origin && event.data?.cardVault === 'shell') {
    hellos += 1;
    if (port || ask.has('mute') || (ask.has('deaf') && hellos < 3)) return;
    [port] = event.ports;
    port.onmessage = ({data}) => run(data);
    port.postMessage({type: 'ready'});
  } else if (event.data?.cardVault === 'return' && event.origin === location.origin) {
    port?.postMessage({type: 'returned'});
  } else {
    const collected = typeof event.data === 'string' ? JSON.parse(event.data) : {};
    if (collected.MessageType === 'profile.completed')
      port?.postMessage(
        collected.Status ? {type: 'completed', sessionId: collected.SessionId} : {type: 'failed'},
      );
  }
});

function run({type, url, jwt, target}) {
  if (type === 'leave') return ask.has('stays') || port.postMessage({type: 'left'});
  if (ask.has('refuse')) return port.postMessage({type: 'refused', reason: 'not an address of a bank'});
  for (const report of JSON.parse(ask.get('says') ?? '[]')) port.postMessage(report);
  const form = Object.assign(document.createElement('form'), {method: 'post', action: url, hidden: true});
  form.append(Object.assign(document.createElement('input'), {type: 'hidden', name: 'JWT', value: jwt}));
  if (type === 'step-up' && target === 'top') {
    form.target = '_top';
  } else {
    const inner = Object.assign(document.createElement('iframe'), {name: 'inner', title: 'Bank'});
    document.body.append(inner);
    inner.addEventListener('load', () => port.postMessage({type: 'loaded'}), {once: true});
    form.target = 'inner';
  }
  document.body.append(form);
  form.submit();
  form.remove();
}
