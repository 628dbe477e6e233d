import { randomUUID } from 'node:crypto';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import fastify, { errorCodes, type FastifyInstance, type FastifyReply } from 'fastify';
import { AppModule, type Surroundings } from './app.module.js';
import { AppError } from './core/errors.js';
import { A2aDoor } from './modules/agents/a2a/a2a-door.js';
import { McpDoor } from './modules/agents/mcp/mcp-door.js';
import { AppErrorFilter, errorBody } from './modules/http/app-error.filter.js';
import { FrontDoor } from './modules/http/front-door.js';
import { nestLogger } from './modules/http/nest-logger.js';
import { logRequests } from './modules/http/request-log.js';
import { countRequests } from './modules/http/request-metrics.js';
import { Documents } from './modules/reference/documents.js';
import { Routes } from './modules/reference/routes.js';
import { OAuthDoor } from './modules/oauth/oauth-door.js';

const FORM = 'application/x-www-form-urlencoded';
const BODY_LIMIT_BYTES = 100_000;
const REQUEST_LIMIT_MS = 30_000;
const WELL_FORMED_REQUEST_ID = /^[\w.:-]{1,128}$/;

/** The application, ready to listen or to be injected into. A worker has the health routes and nothing else. */
export async function createApplication(surroundings: Surroundings): Promise<NestFastifyApplication> {
  const { config, log, metrics } = surroundings;
  const server = createServer(config.trustedProxies);
  const app = await NestFactory.create<NestFastifyApplication>(
    AppModule.compose(surroundings),
    new FastifyAdapter(server as never),
    // What fails here is the caller's to report: Nest would end the process under a database server that is still to be stopped.
    { bodyParser: false, logger: nestLogger(log), abortOnError: false },
  );
  app.useGlobalFilters(new AppErrorFilter(log));
  logRequests(server, log);
  countRequests(server, metrics);
  if (config.role !== 'worker') {
    app.get(Routes, { strict: false }).install(server);
    app.get(FrontDoor, { strict: false }).install(server);
    app.get(McpDoor, { strict: false }).install(server);
    app.get(A2aDoor, { strict: false }).install(server);
    app.get(OAuthDoor, { strict: false }).install(server);
  }
  await app.init();
  if (config.role !== 'worker') app.get(Documents, { strict: false }).install(server);
  await server.ready();
  return app;
}

function createServer(trustedProxies: string[]): FastifyInstance {
  const server = fastify({
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_LIMIT_MS,
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
      socket.end(unreadableRequest());
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
function unreadableRequest(): string {
  const body = JSON.stringify(
    errorBody(new AppError('VALIDATION_ERROR', { message: 'This is not a valid HTTP request.' })),
  );
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
