import { randomUUID } from 'node:crypto';
import { InvalidRequest, WHOLE, type Problem } from '../core/invalid-request.js';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import fastify, { type FastifyInstance } from 'fastify';
import type { LoggerService } from '@nestjs/common';
import { AppModule } from './app.module.js';
import { errorBody } from '../modules/http/answers/error-shapes.js';
import { at } from '../modules/http/answers/places.js';
import { WHOLE_OFFER } from '../modules/http/answers/suggestions.js';
import {
  continueLate,
  endSlowBodies,
  endUnreadBodies,
  readBodies,
  UPLOAD_LIMIT_MS,
} from '../modules/http/server/body-parsers.js';
import { limitConnections } from '../modules/http/server/connection-limit.js';
import { defaultHeaders, JSON_TYPE, type DefaultHeaders } from '../modules/http/answers/answer-headers.js';
import { ApiDocument } from '../modules/openapi/api-document.js';
import { closeWithLastAnswers } from '../modules/http/server/graceful-close.js';
import { describeRequests, routedPath, requestId } from '../modules/http/request.js';
import { observeRequests } from '../modules/http/server/request-observer.js';
import { traceRequests } from '../modules/http/server/request-trace.js';
import type { Infrastructure } from './infrastructure.js';
import type { Log } from '../core/ports.js';

const HEADERS_LIMIT_MS = 10_000;
/** Node's interval for checking connection timeouts. */
const LOOK_FOR_SLOW_CLIENTS_MS = 1_000;
const HEADERS_LIMIT_BYTES = 16_384;
/** Messages for unreadable requests, by error code of Node. */
const UNREADABLE: Readonly<Record<string, Problem>> = {
  HPE_HEADER_OVERFLOW: at('header', {
    field: WHOLE,
    message: `The headers are larger than ${HEADERS_LIMIT_BYTES / 1024} kB.`,
  }),
  ERR_HTTP_REQUEST_TIMEOUT: { field: WHOLE, message: 'The request did not arrive in time.' },
};
const NOT_HTTP = at('header', { field: WHOLE, message: 'This is not a valid HTTP request.' });

/**
 * Returns the application, ready to listen or to inject requests into. A worker serves only the
 * health routes.
 */
export async function createApplication(infrastructure: Infrastructure): Promise<NestFastifyApplication> {
  const server = createServer(infrastructure);
  const app = await NestFactory.create<NestFastifyApplication>(
    AppModule.compose(infrastructure),
    new FastifyAdapter(server as never),
    // The caller reports errors: Nest would exit the process while a database server still has to
    // be stopped.
    { bodyParser: false, logger: nestLogger(infrastructure.log), abortOnError: false },
  );
  if (infrastructure.config.role !== 'worker') app.get(ApiDocument, { strict: false }).describe(app);
  await app.init();
  await server.ready();
  return app;
}

function createServer({ config, log, metrics, tracing }: Infrastructure): FastifyInstance {
  const { trustedProxies, requestTimeoutMs, connectionsPerNetwork } = config;
  const defaults = defaultHeaders(config.publicUrl);
  const server = fastify({
    requestTimeout: Math.max(UPLOAD_LIMIT_MS, requestTimeoutMs),
    http: {
      headersTimeout: Math.min(HEADERS_LIMIT_MS, requestTimeoutMs),
      connectionsCheckingInterval: LOOK_FOR_SLOW_CLIENTS_MS,
      maxHeaderSize: HEADERS_LIMIT_BYTES,
    },
    // Answer requests that still arrive on an open connection, then close it.
    return503OnClosing: false,
    trustProxy: trustedProxies.length > 0 ? trustedProxies : false,
    // As long as the headers may be, so that a route with a very long id answers that the id does
    // not exist.
    routerOptions: { maxParamLength: HEADERS_LIMIT_BYTES },
    rewriteUrl: routedPath,
    genReqId: requestId,
    clientErrorHandler: (error, socket) => {
      if (error.code === 'ECONNRESET' || !socket.writable) return;
      socket.end(unreadableRequest(UNREADABLE[error.code] ?? NOT_HTTP, defaults));
    },
  });
  limitConnections(server, connectionsPerNetwork, trustedProxies);
  describeRequests(server, defaults);
  endSlowBodies(server, requestTimeoutMs);
  endUnreadBodies(server);
  traceRequests(server, tracing);
  observeRequests(server, metrics, log, { everyRequest: config.accessLog });
  closeWithLastAnswers(server);
  continueLate(server);
  readBodies(server);
  return server;
}

/** Logs Nest's warnings and errors, not its start-up messages. */
function nestLogger(log: Log): LoggerService {
  return {
    log: () => {},
    warn: (message: unknown) => log.warn(String(message)),
    error: (message: unknown, ...rest: unknown[]) => log.error(String(message), { rest }),
  };
}

/** A request that cannot be parsed as HTTP has only a socket to answer on. */
function unreadableRequest(problem: Problem, defaults: DefaultHeaders): string {
  const body = JSON.stringify(errorBody(new InvalidRequest(problem), WHOLE_OFFER));
  return [
    'HTTP/1.1 400 Bad Request',
    `Content-Type: ${JSON_TYPE}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${randomUUID()}`,
    ...Object.entries(defaults).map(([name, value]) => `${name}: ${value}`),
    'Connection: close',
    '',
    body,
  ].join('\r\n');
}
