/** How long a line waits for others. */
const delayMs = 20;

/**
 * Writes the lines of a short interval to a stream together, because each write blocks the event loop and a
 * busy service logs a thousand lines a second. Waiting lines are written when the process exits, but are
 * lost if it is killed.
 */
export function lineWriter(stream: Pick<NodeJS.WriteStream, 'write'>): (line: string) => void {
  let waiting = '';
  const flush = () => {
    if (waiting === '') return;
    const lines = waiting;
    waiting = '';
    stream.write(lines);
  };
  process.once('exit', flush);
  return (line) => {
    if (waiting === '') setTimeout(flush, delayMs).unref();
    waiting += `${line}\n`;
  };
}
