import { once } from 'node:events';
import net from 'node:net';
import { PassThrough } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import fastify from 'fastify';
import { closeWithLastAnswers } from '../../src/modules/http/server/graceful-close.js';

/** A server that answers when it begins to close. */
async function startServer() {
  const server = fastify();
  closeWithLastAnswers(server);
  const closing = new Promise<void>((resolve) => server.addHook('preClose', async () => resolve()));
  let received = () => {};
  const request = new Promise<void>((resolve) => (received = resolve));
  server.get('/later', async () => {
    received();
    await closing;
    return 'answered';
  });
  server.get('/begun', async (_request, reply) => {
    const body = new PassThrough();
    body.write('begun, ');
    const end = async () => {
      await closing;
      while (server.server.listening) await setImmediate();
      body.end('ended');
    };
    void end();
    return reply.send(body);
  });
  await server.listen({ port: 0, host: '127.0.0.1' });
  return { server, port: (server.server.address() as net.AddressInfo).port, request };
}

function connect(port: number, path?: string): net.Socket {
  const socket = net.connect(port, '127.0.0.1');
  if (path !== undefined) socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`);
  return socket;
}

/** Reads everything until the server ends the connection. */
async function textOf(socket: net.Socket): Promise<string> {
  let text = '';
  for await (const part of socket) text += String(part);
  return text;
}

describe('a server that closes', () => {
  it('announces the end of a connection in the answer that it still owes', async () => {
    const { server, port, request } = await startServer();
    const answer = textOf(connect(port, '/later'));
    await request;
    await server.close();
    expect(await answer).toMatch(/connection: close\r\n[^]*answered$/i);
  });

  it('ends a connection after an answer that has promised to keep it', async () => {
    const { server, port } = await startServer();
    const socket = connect(port, '/begun');
    const [head] = (await once(socket, 'data')) as [Buffer];
    expect(String(head)).toMatch(/connection: keep-alive\r\n[^]*begun, /i);
    const rest = textOf(socket);
    const cutOff = jest.spyOn(server.server, 'closeAllConnections');
    await server.close();
    expect(await rest).toContain('ended');
    expect(cutOff).not.toHaveBeenCalled();
  });

  it('does not wait for a connection that has sent nothing', async () => {
    const { server, port } = await startServer();
    const accepted = once(server.server, 'connection');
    const answer = textOf(connect(port));
    await accepted;
    await server.close();
    expect(await answer).toBe('');
  });
});
