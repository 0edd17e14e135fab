interface Waiting<Question, Answer> {
  readonly question: Question;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Questions of one turn of the event loop are asked together: one statement for many rows costs a fraction of
 * as many statements.
 *
 * @param answerAll - Answers in the order of the questions. When it rejects, each of them is rejected.
 */
export function batch<Question, Answer>(
  answerAll: (questions: readonly Question[]) => Promise<readonly Answer[]>,
): (question: Question) => Promise<Answer> {
  let waiting: Waiting<Question, Answer>[] = [];
  const ask = () => {
    const asked = waiting;
    waiting = [];
    answerAll(asked.map(({question}) => question)).then(
      (answers) => {
        for (const [index, {resolve}] of asked.entries()) resolve(answers[index]!);
      },
      (error: unknown) => {
        for (const {reject} of asked) reject(error);
      },
    );
  };
  return (question) =>
    new Promise((resolve, reject) => {
      if (waiting.push({question, resolve, reject}) === 1) setImmediate(ask);
    });
}
