import { randomUUID } from 'node:crypto';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import fastify, { errorCodes, type FastifyInstance, type FastifyReply } from 'fastify';
import { AppModule } from './app.module.js';
import { AppError } from '../core/errors.js';
import { A2aController } from '../modules/a2a/a2a.controller.js';
import { McpController } from '../modules/mcp/mcp.controller.js';
import { AppErrorFilter, errorBody } from '../modules/http/app-error.filter.js';
import { FrontDoor } from '../modules/auth/authentication.guard.js';
import { closeWithLastAnswers } from '../modules/http/graceful-close.js';
import { nestLogger } from '../modules/http/nest-logger.js';
import { logRequests } from '../modules/http/request-log.js';
import { traceRequests } from '../modules/http/request-trace.js';
import { countRequests } from '../modules/http/request-metrics.js';
import { Documents } from '../modules/discovery/documents.js';
import { Routes } from '../modules/openapi/routes.js';
import { OAuthController } from '../modules/oauth/oauth.controller.js';
import type { AppDependencies } from './adapters.js';

const FORM = 'application/x-www-form-urlencoded';
const BODY_LIMIT_BYTES = 100_000;
const HEADERS_LIMIT_MS = 10_000;
/** How often Node looks for clients that are too slow. */
const LOOK_FOR_SLOW_CLIENTS_MS = 1_000;
const HEADERS_LIMIT_BYTES = 16_384;
/** What makes a request unreadable, in words for the caller. */
const UNREADABLE: Record<string, string> = {
  HPE_HEADER_OVERFLOW: `The headers are larger than ${HEADERS_LIMIT_BYTES / 1024} kB.`,
  ERR_HTTP_REQUEST_TIMEOUT: 'The request did not arrive in time.',
};
const WELL_FORMED_REQUEST_ID = /^[\w.:-]{1,128}$/;

/** The application, ready to listen or to be injected into. A worker has the health routes and nothing else. */
export async function createApplication(dependencies: AppDependencies): Promise<NestFastifyApplication> {
  const { config, log, metrics, tracing } = dependencies;
  const server = createServer(config.trustedProxies, config.requestTimeoutMs);
  const app = await NestFactory.create<NestFastifyApplication>(
    AppModule.compose(dependencies),
    new FastifyAdapter(server as never),
    // What fails here is the caller's to report: Nest would end the process under a database server that is still to be stopped.
    { bodyParser: false, logger: nestLogger(log), abortOnError: false },
  );
  app.useGlobalFilters(new AppErrorFilter(log));
  traceRequests(server, tracing);
  logRequests(server, log);
  countRequests(server, metrics);
  closeWithLastAnswers(server);
  if (config.role !== 'worker') {
    app.get(Routes, { strict: false }).install(server);
    app.get(FrontDoor, { strict: false }).install(server);
    app.get(McpController, { strict: false }).install(server);
    app.get(A2aController, { strict: false }).install(server);
    app.get(OAuthController, { strict: false }).install(server);
  }
  await app.init();
  if (config.role !== 'worker') app.get(Documents, { strict: false }).install(server);
  await server.ready();
  return app;
}

function createServer(trustedProxies: string[], requestTimeoutMs: number): FastifyInstance {
  const server = fastify({
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: requestTimeoutMs,
    http: {
      headersTimeout: Math.min(HEADERS_LIMIT_MS, requestTimeoutMs),
      connectionsCheckingInterval: LOOK_FOR_SLOW_CLIENTS_MS,
      maxHeaderSize: HEADERS_LIMIT_BYTES,
    },
    // What still comes in on a connection that is open is answered as ever, and the connection closed.
    return503OnClosing: false,
    trustProxy: trustedProxies.length > 0 ? trustedProxies : false,
    routerOptions: { maxParamLength: 500 },
    genReqId: ({ headers }) => {
      const given = headers['x-request-id'];
      return typeof given === 'string' && WELL_FORMED_REQUEST_ID.test(given) ? given : randomUUID();
    },
    frameworkErrors: (_error, request, reply) => {
      const refusal: FastifyReply = reply;
      const error = new AppError('VALIDATION_ERROR', { message: 'The path is not a valid URL path.' });
      void refusal.header('x-request-id', request.id).status(400).send(errorBody(error));
    },
    clientErrorHandler: (error, socket) => {
      if (error.code === 'ECONNRESET' || !socket.writable) return;
      socket.end(unreadableRequest(UNREADABLE[error.code] ?? 'This is not a valid HTTP request.'));
    },
  });
  server.removeContentTypeParser(['application/json', 'text/plain']);
  const parse = server.getDefaultJsonParser('error', 'error');
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    // A DELETE with a JSON content type and nothing in it is what many clients send.
    if (body.length === 0) done(null, undefined);
    else if (request.routeOptions.config.contract?.reads === 'raw') done(null, body);
    else void parse(request, body as string, done);
  });
  server.addContentTypeParser(FORM, { parseAs: 'string' }, (request, body, done) => {
    if (request.routeOptions.config.contract?.reads !== 'form')
      done(new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE(FORM));
    else done(null, Object.fromEntries(new URLSearchParams(body as string)));
  });
  return server;
}

/** What cannot be parsed as HTTP has no request to answer, only a socket. */
function unreadableRequest(message: string): string {
  const body = JSON.stringify(errorBody(new AppError('VALIDATION_ERROR', { message })));
  return [
    'HTTP/1.1 400 Bad Request',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${randomUUID()}`,
    'Connection: close',
    '',
    body,
  ].join('\r\n');
}
