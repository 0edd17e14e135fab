import {once} from 'node:events';
import {connect, type Socket} from 'node:net';
import {setFlagsFromString} from 'node:v8';
import {runInNewContext} from 'node:vm';
import {startService} from '../../service/src/index.js';
import {Admission} from '../../service/src/platform/http/admission.js';
import {Client} from '../../bench/support/client.js';
import {sizeOf} from './support/size.js';
import type {ProofResult} from './support/proof.js';

export const id = 'D10';
export const title = 'clients that read nothing of their answers keep no other client out, and are cut';

/** The largest answer that anybody gets, and one that is asked for beside it. */
const large = '/openapi.json';
const small = '/favicon.ico';
/** Few, because the kernel holds megabytes for each connection. */
const maxRequests = 8;
const connections = maxRequests + 2;
/** Each connection asks so often, which is more than the kernel takes for it. */
const asks = 30;
/** Calls between two looks at which connections are cut. */
const callsPerLook = 200;
/** A connection that is not read for 30 s is cut (guarantees 4.9). */
const longestMs = 60_000;

/** Memory in use, without what is not referred to any more. */
function usedMemory(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  const {heapUsed, external} = process.memoryUsage();
  return heapUsed + external;
}

/** From now on, the place of a request is held until the client has read its answer. Returns how to undo that. */
function plantHeldPlaces(): () => void {
  const {before} = Admission.prototype;
  Admission.prototype.before = function (handle, pageHeaders) {
    const holding: typeof handle = async (request, response) => {
      await handle(request, response);
      if (!response.closed) await once(response, 'close');
    };
    return before.call(this, holding, pageHeaders);
  };
  return () => void (Admission.prototype.before = before);
}

interface Seen {
  calls: number;
  refused: number;
  /** Connections that the service has cut. */
  readonly cut: number;
  /** Bytes of memory, once every connection has asked for all. */
  readonly grown: number;
  /** Bytes of one answer. */
  readonly answer: number;
}

async function open(url: string): Promise<Socket> {
  const {port, hostname} = new URL(url);
  // Without a listener for data, Node reads one small buffer off the kernel, and no more.
  const socket = connect({port: Number(port), host: hostname}).on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

/** Asks over connections that are not read, and calls beside them, one after the other, until all of them are cut. */
async function callBeside({untilRefused}: {readonly untilRefused: boolean}): Promise<Seen> {
  const ports = {port: 0, fieldsPort: 0, issuerPort: 0};
  const service = await startService({...ports, database: 'memory:', maxRequests});
  const {api} = service.urls;
  const client = new Client(1);
  const seen = {calls: 0, refused: 0};
  const call = async () => {
    const {status} = await client.send('GET', api + small, {});
    seen.calls++;
    if (status >= 500) seen.refused++;
  };
  const goesOn = () => !untilRefused || seen.refused === 0;
  const answer = (await client.send('GET', api + large, {})).text.length;
  const sockets = await Promise.all(Array.from({length: connections}, () => open(api)));
  try {
    const before = usedMemory();
    for (let round = 0; round < asks && goesOn(); round++) {
      for (const socket of sockets) {
        socket.write(`GET ${large} HTTP/1.1\r\nhost: localhost\r\n\r\n`);
        await call();
      }
    }
    const grown = usedMemory() - before;
    const deadline = performance.now() + longestMs;
    const cut = () => sockets.filter(({destroyed}) => destroyed).length;
    while (!untilRefused && cut() < connections && performance.now() < deadline) {
      for (let count = 0; count < callsPerLook; count++) await call();
      // Node hears that a connection is gone when it reads or writes. Servers skip empty lines before a request.
      for (const socket of sockets) if (!socket.destroyed) socket.write('\r\n');
    }
    return {...seen, cut: cut(), grown, answer};
  } finally {
    client.close();
    for (const socket of sockets) socket.destroy();
    await service.close();
  }
}

const megabytes = (bytes: number) => Math.round(bytes / 1e6);

/** Two connections more than there are places. The slice opens them once, the bar ten times. */
export async function run({bar}: {readonly bar: boolean}): Promise<ProofResult> {
  const times = sizeOf('CARD_VAULT_TIMES', {bar, slice: 1, full: 10});
  const undo = plantHeldPlaces();
  const planted = await callBeside({untilRefused: true}).finally(undo);
  const lines = [
    `where an unread answer keeps its place, call ${planted.calls} beside ${connections} connections is refused`,
  ];
  const violations =
    planted.refused > 0 ? [] : ['places that are held until the answer is read are not noticed'];
  for (let time = 0; time < times; time++) {
    const {calls, refused, cut, grown, answer} = await callBeside({untilRefused: false});
    const asked = connections * asks * answer;
    lines.push(
      `${connections} connections that read nothing of ${asks} answers of ${answer} bytes: ${refused} of ${calls} calls beside them refused, ${cut} connections cut, ${megabytes(grown)} MB of memory for ${megabytes(asked)} MB of answers`,
    );
    if (refused > 0) violations.push(`${refused} calls were refused beside clients that read nothing`);
    if (cut < connections) violations.push(`${connections - cut} clients that read nothing were not cut`);
    if (grown > asked / 4) violations.push(`unread answers take ${megabytes(grown)} MB of memory`);
  }
  return {lines, violations};
}
