import { Catch, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { RegistrationError } from './registration.js';

/** Answers in the words of RFC 7591, section 3.2.2. */
@Catch(RegistrationError)
export class RegistrationFilter implements ExceptionFilter<RegistrationError> {
  catch({ code, message }: RegistrationError, host: ArgumentsHost): void {
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    void reply.status(400).header('access-control-allow-origin', '*').send({ error: code, error_description: message });
  }
}
