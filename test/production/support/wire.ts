import {once} from 'node:events';
import {connect, createServer, type AddressInfo, type Socket} from 'node:net';

/** How long each piece of data, and the end of a connection, is on its way. */
const delayMs = 50;

function carry(from: Socket, to: Socket): void {
  from.on('data', (part: Buffer) => setTimeout(() => to.write(part), delayMs));
  from.on('end', () => setTimeout(() => to.end(), delayMs));
  from.on('error', () => to.destroy());
}

/** A long line to a port of this machine: who closes a connection is noticed later at the other end. */
export async function openWire(port: number) {
  const sockets = new Set<Socket>();
  const server = createServer({allowHalfOpen: true}, (near) => {
    const far = connect({port, host: '127.0.0.1', allowHalfOpen: true});
    for (const socket of [near, far]) sockets.add(socket.on('close', () => sockets.delete(socket)));
    carry(near, far);
    carry(far, near);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
