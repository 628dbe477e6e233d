import { Batcher } from '../../../core/concurrency/batcher.js';
import { sendOrHalve } from './send-or-halve.js';

/**
 * Answers concurrent questions with one statement. `answer` maps each question's index to its
 * answer. A question that Postgres refuses fails alone.
 */
export class ReadLoader<Question, Answer> {
  private readonly batcher: Batcher<Question, Answer | undefined>;

  constructor(answer: (questions: Question[]) => Promise<ReadonlyMap<number, Answer>>) {
    this.batcher = new Batcher((questions) =>
      sendOrHalve(questions, async (some) => {
        const answers = await answer(some);
        return some.map((_, place) => ({ status: 'fulfilled', value: answers.get(place) }));
      }),
    );
  }

  /** Never runs inside an open transaction. */
  load(question: Question): Promise<Answer | undefined> {
    return this.batcher.add(question);
  }
}
