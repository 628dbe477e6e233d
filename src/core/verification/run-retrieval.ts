import type { Jobs, Log } from '../ports.js';
import { SourceError } from '../registries/ports.js';
import { IncompleteSearch, type AskRegister, type RegisterAnswer } from './ask-register.js';
import { failed, MAX_ATTEMPTS, RETRY_PAUSES_MS } from './job.js';
import type { Retrieval, Retrievals } from './ports.js';
import type { Settlement } from './settlement.js';

/**
 * The worker's side of a verification: claim the retrieval, ask the register, settle the jobs that wait. A register that gives no answer is
 * asked three times in all, then the credits go back.
 */
export class RunRetrieval {
  constructor(
    private readonly retrievals: Retrievals,
    private readonly register: AskRegister,
    private readonly settlement: Settlement,
    private readonly jobs: Jobs,
    private readonly log: Log,
  ) {}

  async run(id: string): Promise<void> {
    const retrieval = await this.retrievals.claim(id);
    if (!retrieval) return;
    if (retrieval.attempt > MAX_ATTEMPTS) {
      await this.settlement.unanswered(retrieval, failed('unavailable', 'The work was interrupted too often.'));
      return;
    }
    const answer = await this.ask(retrieval);
    if (answer instanceof SourceError) await this.retryOrGiveUp(retrieval, answer);
    else await this.settlement.answered(retrieval, answer);
  }

  private async ask(retrieval: Retrieval): Promise<RegisterAnswer | SourceError> {
    try {
      return await this.retrievals.hold(retrieval, (signal) => this.register.ask(retrieval, signal));
    } catch (error) {
      if (error instanceof SourceError) return error;
      this.log.error('asking a register failed in our own code', { jurisdiction: retrieval.jurisdiction, error });
      return new SourceError('unavailable', 'our own code failed', { ours: true, cause: error });
    }
  }

  private async retryOrGiveUp(retrieval: Retrieval, error: SourceError): Promise<void> {
    const pauseMs = RETRY_PAUSES_MS[retrieval.attempt - 1];
    if (pauseMs === undefined || error instanceof IncompleteSearch) {
      await this.settlement.unanswered(retrieval, failed(error.failure, reasonFor(error)));
      return;
    }
    if (await this.retrievals.release(retrieval, pauseMs)) {
      await this.jobs.enter({ kind: 'retrieval', id: retrieval.id, turn: retrieval.attempt + 1 }, pauseMs);
    }
  }
}

/** What the caller may know of the failure: the category's sentence, never a register's address or our own words for the log. */
function reasonFor(error: SourceError): string {
  if (error instanceof IncompleteSearch) return error.message;
  return error.failure === 'timeout'
    ? 'The official source did not respond in time.'
    : 'The official source is temporarily unavailable.';
}
