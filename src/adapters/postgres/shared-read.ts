import { Batcher } from './batcher.js';
import type { Database } from './database.js';

/** Answers questions that others ask at the same moment with one statement. `read` answers each by its place, all or none of them. */
export class SharedRead<Question, Answer> {
  private readonly batcher: Batcher<Question, Answer | undefined>;

  constructor(
    private readonly db: Database,
    private readonly read: (questions: Question[]) => Promise<ReadonlyMap<number, Answer>>,
  ) {
    this.batcher = new Batcher(async (questions) => {
      const answers = await read(questions);
      return questions.map((_, place) => ({ status: 'fulfilled', value: answers.get(place) }));
    });
  }

  /** Within a transaction the answer is what that transaction sees. */
  async ask(question: Question): Promise<Answer | undefined> {
    return this.db.inTransaction ? (await this.read([question])).get(0) : this.batcher.ask(question);
  }
}
