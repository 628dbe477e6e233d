import { Batcher } from '../../../../core/concurrency/batcher.js';

/**
 * Turns a function that answers several questions, in their order, into one that answers a single
 * question.
 */
export type Asking = <Question, Answer>(
  answer: (questions: Question[]) => Promise<Answer[]>,
) => (question: Question) => Promise<Answer>;

export function alone<Question, Answer>(
  answer: (questions: Question[]) => Promise<Answer[]>,
): (question: Question) => Promise<Answer> {
  return async (question) => (await answer([question]))[0] as Answer;
}

/**
 * Answers concurrent questions together. If that fails, each is asked separately, so that only
 * faulty ones fail.
 */
export function together<Question, Answer>(
  answer: (questions: Question[]) => Promise<Answer[]>,
): (question: Question) => Promise<Answer> {
  const answerOne = alone(answer);
  const batcher = new Batcher<Question, Answer>(async (questions) => {
    try {
      return (await answer(questions)).map((value) => ({ status: 'fulfilled', value }));
    } catch (reason) {
      if (questions.length === 1) return [{ status: 'rejected', reason }];
    }
    const outcomes: PromiseSettledResult<Answer>[] = [];
    for (const question of questions) outcomes.push(...(await Promise.allSettled([answerOne(question)])));
    return outcomes;
  });
  return (question) => batcher.add(question);
}
