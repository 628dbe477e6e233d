import { Catch, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { JsonRpcRefusal } from './json-rpc.js';

/**
 * Answers in JSON-RPC what the protocol itself refuses; every other failure leaves in the
 * contract's shape.
 */
@Catch(JsonRpcRefusal)
export class JsonRpcFilter implements ExceptionFilter<JsonRpcRefusal> {
  catch({ status, body }: JsonRpcRefusal, host: ArgumentsHost): void {
    void host.switchToHttp().getResponse<FastifyReply>().status(status).send(body);
  }
}
