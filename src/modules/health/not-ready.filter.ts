import { Catch, ServiceUnavailableException, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { HealthCheckResult } from '@nestjs/terminus';
import type { FastifyReply } from 'fastify';

/** Sends the findings of a failed health check as the route documents them. */
@Catch(ServiceUnavailableException)
export class NotReadyFilter implements ExceptionFilter<ServiceUnavailableException> {
  constructor(private readonly answer: (result: HealthCheckResult) => object) {}

  catch(failed: ServiceUnavailableException, host: ArgumentsHost): void {
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    void reply.status(failed.getStatus()).send(this.answer(failed.getResponse() as HealthCheckResult));
  }
}
