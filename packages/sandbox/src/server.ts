import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { SandboxRegisters, type SandboxRegistersOptions } from './sandbox-registers.js';

export interface SandboxOptions extends SandboxRegistersOptions {
  /** Any free port by default. */
  port?: number;
}

export interface Sandbox {
  /** A register's base address is `<origin>/<code>`. */
  origin: string;
  codes: readonly string[];
  sampleNames: (code: string) => string[] | undefined;
  close: () => Promise<void>;
}

const MAX_BODY_BYTES = 1024 * 1024;

export async function startSandbox({ port = 0, ...options }: SandboxOptions = {}): Promise<Sandbox> {
  const registers = new SandboxRegisters(options);
  const server = http.createServer((request, response) => {
    respond(registers, request, response).catch((error: unknown) => {
      options.log?.(`The sandbox could not read ${request.url ?? ''}: ${String(error)}`);
      response.destroy();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get codes() {
      return registers.codes;
    },
    sampleNames: (code) => registers.sampleNames(code),
    close: () => close(server),
  };
}

async function respond(
  registers: SandboxRegisters,
  request: http.IncomingMessage,
  response: http.ServerResponse,
): Promise<void> {
  const { method = 'GET', url: path = '/', headers } = request;
  const answer = await registers.answer({ method, path, headers, body: await bodyOf(request) });
  response.writeHead(answer.status, { ...answer.headers }).end(answer.body);
}

async function bodyOf(request: http.IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of request) {
    body += String(chunk);
    if (body.length > MAX_BODY_BYTES) throw new Error('request body too large');
  }
  return body;
}

/** Also closes connections that would never get a response. */
function close(server: http.Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.close((error) => (error ? reject(error) : resolve()));
    server.closeAllConnections();
  });
}
