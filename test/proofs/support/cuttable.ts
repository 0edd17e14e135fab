import {connect, createServer, type AddressInfo, type Socket} from 'node:net';

/** Stands between a service and its database server, and can be cut off. */
export interface Proxy {
  readonly port: number;
  /** Ends every connection and refuses new ones. */
  cut(): void;
  mend(): void;
  close(): Promise<void>;
}

/** Passes bytes on to a port of this machine until it is cut. */
export function cuttableProxy(target: number): Promise<Proxy> {
  const sockets = new Set<Socket>();
  let isCut = false;
  const server = createServer((near) => {
    if (isCut) {
      near.destroy();
      return;
    }
    const far = connect(target, '127.0.0.1');
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () =>
      resolve({
        port: (server.address() as AddressInfo).port,
        cut() {
          isCut = true;
          for (const socket of sockets) socket.destroy();
        },
        mend: () => void (isCut = false),
        close: () =>
          new Promise((done) => {
            for (const socket of sockets) socket.destroy();
            server.close(() => done());
          }),
      }),
    );
  });
}
