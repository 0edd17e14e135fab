interface QueuedRequest<Request, Answer> {
  readonly request: Request;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Returns a function that collects the requests of one turn of the event loop and handles them together. One
 * SQL statement for many rows is much faster than many statements.
 *
 * @param answerAll - Returns the answers in the order of the requests. If it rejects, all of them reject.
 */
export function batch<Request, Answer>(
  answerAll: (requests: readonly Request[]) => Promise<readonly Answer[]>,
): (request: Request) => Promise<Answer> {
  let queue: QueuedRequest<Request, Answer>[] = [];
  const handleQueue = () => {
    const requests = queue;
    queue = [];
    answerAll(requests.map(({request}) => request)).then(
      (answers) => {
        for (const [index, {resolve}] of requests.entries()) resolve(answers[index]!);
      },
      (error: unknown) => {
        for (const {reject} of requests) reject(error);
      },
    );
  };
  return (request) =>
    new Promise((resolve, reject) => {
      queue.push({request, resolve, reject});
      if (queue.length === 1) setImmediate(handleQueue);
    });
}
