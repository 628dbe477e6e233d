import { Mailer } from '../../core/accounts/ports.js';
import { AppError } from '../../core/errors.js';
import type { CheckoutSession } from '../../core/billing/payment.js';
import { Payments } from '../../core/billing/ports.js';
import { MirrorUpdates } from '../../core/maintenance/ports.js';
import { SandboxEditions } from '../../core/watches/ports.js';
import { Tracing, type RequestSpan, type SpanFacts } from '../../core/tracing/ports.js';

/**
 * Used when no mail server is configured. A code written to one process's disk would reach no user.
 */
export class NoMailer extends Mailer {
  async send(): Promise<void> {
    this.requireServer();
  }

  requireServer(): never {
    throw new AppError('FORBIDDEN', {
      message: 'This service sends no e-mail.',
      suggestion: 'Ask its operator for an account or a key.',
    });
  }
}

export class NoPayments extends Payments {
  readonly checkoutOrigin = undefined;

  openSession(): Promise<CheckoutSession> {
    return Promise.reject(
      new AppError('NOT_FOUND', {
        message: 'This service does not sell credits.',
        suggestion: 'Ask the operator of this service for credits.',
      }),
    );
  }
}

/** For installations that update their mirrors only by command. */
export class NoMirrorUpdates extends MirrorUpdates {
  readonly everyMs = undefined;

  run(): Promise<void> {
    return Promise.resolve();
  }
}

/** For installations without time-based editions: live registers, or a sandbox without mirrors. */
export class NoSandboxEditions extends SandboxEditions {
  async nextAfter(): Promise<undefined> {
    return undefined;
  }

  async publish(): Promise<void> {
    // Nothing is published.
  }
}

export class NoTracing extends Tracing {
  readonly on = false;

  request(): RequestSpan {
    return { within: (work) => work(), end: () => {} };
  }

  span<T>(_name: string, _facts: SpanFacts, work: () => Promise<T>): Promise<T> {
    return work();
  }

  traceparent(): undefined {
    return undefined;
  }
}
