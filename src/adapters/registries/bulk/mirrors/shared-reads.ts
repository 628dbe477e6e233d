import { Batcher } from '../../../../core/concurrency/batcher.js';

/** Makes a question of its own from what answers several, each by its place. */
export type Asking = <Question, Answer>(
  answer: (questions: Question[]) => Promise<Answer[]>,
) => (question: Question) => Promise<Answer>;

/** Every question by itself: it waits for no other. */
export function alone<Question, Answer>(
  answer: (questions: Question[]) => Promise<Answer[]>,
): (question: Question) => Promise<Answer> {
  return async (question) => (await answer([question]))[0] as Answer;
}

/**
 * Questions that are asked at the same moment go together. Where that fails each is asked by
 * itself, so that it fails for itself alone.
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
