import { Catch, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../core/errors.js';
import { Log } from '../../core/ports.js';
import { isCutOff } from '../http/app-error.filter.js';
import { RegistrationError } from './registration.js';

interface Refusal {
  status: number;
  error: string;
  description: string;
}

/** Answers in the shape of RFC 6749, section 5.2, and RFC 7591, section 3.2.2: clients of these routes know no other. */
@Catch()
export class OAuthFilter implements ExceptionFilter {
  constructor(private readonly log: Log) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const reply = http.getResponse<FastifyReply>();
    const { status, error, description } = this.refusal(thrown, http.getRequest<FastifyRequest>());
    const retryAfter = thrown instanceof AppError ? thrown.details?.['retry_after_seconds'] : undefined;
    if (typeof retryAfter === 'number') void reply.header('retry-after', String(retryAfter));
    void reply
      .status(status)
      .header('access-control-allow-origin', '*')
      .header('cache-control', 'no-store')
      .send({ error, error_description: description });
  }

  private refusal(thrown: unknown, { id }: FastifyRequest): Refusal {
    if (thrown instanceof RegistrationError) return { status: 400, error: thrown.code, description: thrown.message };
    if (thrown instanceof AppError && thrown.kind === 'too_many') {
      return { status: 429, error: 'temporarily_unavailable', description: thrown.message };
    }
    if (isCutOff(thrown)) return { status: 400, error: 'invalid_request', description: 'The body was cut off.' };
    this.log.error('an OAuth request failed', { requestId: id, error: thrown });
    return { status: 500, error: 'server_error', description: `Tell support the request id ${id}.` };
  }
}
