/** How long a line waits for others, in milliseconds. */
const togetherMs = 20;

/**
 * Writes lines to a stream, those of a moment together: a busy service writes a thousand a second, and each
 * write stops the event loop. What waits is written when the process ends, unless it is killed.
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
    if (waiting === '') setTimeout(flush, togetherMs).unref();
    waiting += `${line}\n`;
  };
}
