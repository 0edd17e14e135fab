import {connect} from 'node:net';

/**
 * Sends text on a new connection, and returns everything that is received until the service closes it, or
 * until `end` is received.
 */
export function sendRaw(url: string, text: string, end?: RegExp): Promise<string> {
  const {port, hostname} = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect({port: Number(port), host: hostname});
    let received = '';
    socket.setEncoding('utf8');
    socket.on('data', (part: string) => {
      received += part;
      if (end?.test(received)) socket.destroy();
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(received));
    socket.write(text);
  });
}
