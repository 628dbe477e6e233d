import { Batcher } from '../../../core/concurrency/batcher.js';
import type { Database } from './database.js';
import { batchOrEach } from './batch-or-each.js';

/** Answers questions that others ask at the same moment with one statement. `ask` answers each by its place; one that Postgres refuses fails alone. */
export class BatchLoader<Question, Answer> {
  private readonly batcher: Batcher<Question, Answer | undefined>;

  constructor(
    private readonly db: Database,
    private readonly answer: (questions: Question[]) => Promise<ReadonlyMap<number, Answer>>,
  ) {
    this.batcher = new Batcher((questions) =>
      batchOrEach(questions, async (some) => {
        const answers = await answer(some);
        return some.map((_, place) => ({ status: 'fulfilled', value: answers.get(place) }));
      }),
    );
  }

  /** Within a transaction the statement is part of that transaction. */
  load(question: Question): Promise<Answer | undefined> {
    return this.db.inTransaction ? this.askAlone(question) : this.batcher.add(question);
  }

  private async askAlone(question: Question): Promise<Answer | undefined> {
    return (await this.answer([question])).get(0);
  }
}
