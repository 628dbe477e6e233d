import { randomUUID } from 'node:crypto';
import type { Problem } from '../core/errors.js';
import { InvalidRequest, WHOLE } from '../core/invalid-request.js';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import fastify, { type FastifyInstance } from 'fastify';
import type { LoggerService } from '@nestjs/common';
import { AppModule } from './app.module.js';
import { errorBody } from '../modules/http/answers/error-shapes.js';
import { endSlowBodies, readBodies, UPLOAD_LIMIT_MS } from '../modules/http/server/body-parsers.js';
import { defaultHeaders, JSON_TYPE, type DefaultHeaders } from '../modules/http/answers/answer-headers.js';
import { ApiDocument } from '../modules/openapi/api-document.js';
import { closeWithLastAnswers } from '../modules/http/server/graceful-close.js';
import { describeRequests, routedPath, requestId } from '../modules/http/request.js';
import { observeRequests } from '../modules/http/server/request-observer.js';
import { traceRequests } from '../modules/http/server/request-trace.js';
import type { Infrastructure } from './infrastructure.js';
import type { Log } from '../core/ports.js';

const HEADERS_LIMIT_MS = 10_000;
/** How often Node looks for clients that are too slow. */
const LOOK_FOR_SLOW_CLIENTS_MS = 1_000;
const HEADERS_LIMIT_BYTES = 16_384;
/** What makes a request unreadable, in words for the caller. */
const UNREADABLE: Readonly<Record<string, Problem>> = {
  HPE_HEADER_OVERFLOW: {
    location: 'header',
    field: WHOLE,
    message: `The headers are larger than ${HEADERS_LIMIT_BYTES / 1024} kB.`,
  },
  ERR_HTTP_REQUEST_TIMEOUT: { location: 'body', field: WHOLE, message: 'The request did not arrive in time.' },
};
const NOT_HTTP: Problem = { location: 'header', field: WHOLE, message: 'This is not a valid HTTP request.' };

/**
 * The application, ready to listen or to be injected into. A worker has the health routes and
 * nothing else.
 */
export async function createApplication(infrastructure: Infrastructure): Promise<NestFastifyApplication> {
  const server = createServer(infrastructure);
  const app = await NestFactory.create<NestFastifyApplication>(
    AppModule.compose(infrastructure),
    new FastifyAdapter(server as never),
    // What fails here is the caller's to report: Nest would end the process under a database server
    // that is still to be stopped.
    { bodyParser: false, logger: nestLogger(infrastructure.log), abortOnError: false },
  );
  if (infrastructure.config.role !== 'worker') app.get(ApiDocument, { strict: false }).describe(app);
  await app.init();
  await server.ready();
  return app;
}

/** Fastify with everything that concerns all requests alike, whatever module answers them. */
function createServer({ config, log, metrics, tracing }: Infrastructure): FastifyInstance {
  const { trustedProxies, requestTimeoutMs } = config;
  const defaults = defaultHeaders(config.publicUrl);
  const server = fastify({
    requestTimeout: Math.max(UPLOAD_LIMIT_MS, requestTimeoutMs),
    http: {
      headersTimeout: Math.min(HEADERS_LIMIT_MS, requestTimeoutMs),
      connectionsCheckingInterval: LOOK_FOR_SLOW_CLIENTS_MS,
      maxHeaderSize: HEADERS_LIMIT_BYTES,
    },
    // Requests that still arrive on an open connection are answered as usual, and the connection is
    // closed.
    return503OnClosing: false,
    trustProxy: trustedProxies.length > 0 ? trustedProxies : false,
    // As long as the headers may be: the route of an id says that there is none.
    routerOptions: { maxParamLength: HEADERS_LIMIT_BYTES },
    rewriteUrl: routedPath,
    genReqId: requestId,
    clientErrorHandler: (error, socket) => {
      if (error.code === 'ECONNRESET' || !socket.writable) return;
      socket.end(unreadableRequest(UNREADABLE[error.code] ?? NOT_HTTP, defaults));
    },
  });
  describeRequests(server, defaults);
  endSlowBodies(server, requestTimeoutMs);
  traceRequests(server, tracing);
  observeRequests(server, metrics, log, { everyRequest: config.accessLog });
  closeWithLastAnswers(server);
  readBodies(server);
  return server;
}

/** Nest's own voice: its warnings and errors, not its narration of every module it loads. */
function nestLogger(log: Log): LoggerService {
  return {
    log: () => {},
    warn: (message: unknown) => log.warn(String(message)),
    error: (message: unknown, ...rest: unknown[]) => log.error(String(message), { rest }),
  };
}

/** What cannot be parsed as HTTP has no request to answer, only a socket. */
function unreadableRequest(problem: Problem, defaults: DefaultHeaders): string {
  const body = JSON.stringify(errorBody(new InvalidRequest(problem)));
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
