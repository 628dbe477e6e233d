import { errorCodes, type FastifyInstance, type FastifyRequest } from 'fastify';

const FORM = 'application/x-www-form-urlencoded';
const FILES = ['text/csv', 'application/x-ndjson'];

/** Bodies are read as text and parsed after the guards, so that a malformed one counts and carries the account headers like any other. */
export function readBodiesAsText(server: FastifyInstance): void {
  server.removeContentTypeParser(['application/json', 'text/plain']);
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    done(null, body);
  });
  server.addContentTypeParser(FORM, { parseAs: 'string' }, (request, body, done) => {
    if (request.contract.reads === 'form') done(null, Object.fromEntries(new URLSearchParams(body as string)));
    else handOn(FORM, request, body, done);
  });
  server.addContentTypeParser(FILES, (request, payload, done) => {
    const { reads } = request.contract;
    if (reads === 'file') return done(null, payload);
    // Nobody reads it: it is let pass by, so that the connection can be used again.
    payload.resume();
    handOn(request.headers['content-type'] ?? 'none', request, '', done);
  });
  server.addContentTypeParser('*', { parseAs: 'string' }, (request, body, done) => {
    handOn(request.headers['content-type'] ?? 'none', request, body, done);
  });
}

function handOn(
  type: string,
  { contract }: FastifyRequest,
  body: string | Buffer,
  done: (error: Error | null, body?: unknown) => void,
): void {
  if (contract.reads === 'anything') done(null, body);
  else done(new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE(type));
}
