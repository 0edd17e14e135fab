import {Socket} from 'node:net';

/**
 * Creates a socket that sends everything written in one turn of the event loop at once, such as the last
 * statement and COMMIT. Each message wakes the server's process, which costs more than a small statement.
 */
export function createBatchingSocket(): Socket {
  const socket = new Socket();
  const write = socket.write.bind(socket) as (...args: unknown[]) => boolean;
  let isCorked = false;
  const writeCorked = (...args: unknown[]) => {
    if (!isCorked) {
      isCorked = true;
      socket.cork();
      process.nextTick(() => {
        isCorked = false;
        socket.uncork();
      });
    }
    return write(...args);
  };
  return Object.assign(socket, {write: writeCorked});
}
