import { execFileSync } from 'node:child_process';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createTestDatabase } from '../support/database.js';
import { startProgram } from '../support/program.js';

const CONNECTIONS = 3_000;
const MAX_RSS_MB = 400;
const FIELD = `--b\r\ncontent-disposition: form-data; name="a"\r\n\r\n${'x'.repeat(9_000)}\r\n`;
const KINDS = {
  'forms with a file': [
    'POST /console/batches HTTP/1.1',
    'content-type: multipart/form-data; boundary=b',
    FIELD.repeat(9),
  ],
  'JSON bodies': [
    'POST /v1/verify HTTP/1.1',
    'content-type: application/json',
    `{"entity_name":"${'x'.repeat(90_000)}`,
  ],
  'JSON bodies with a wrong key': [
    'POST /v1/verify HTTP/1.1',
    'content-type: application/json\r\nx-api-key: stnd_wrong',
    `{"entity_name":"${'x'.repeat(90_000)}`,
  ],
};

it.each(Object.entries(KINDS))(
  'serves other networks and keeps its memory while one sends 3,000 half %s',
  async (_what, [line, type, part]) => {
    const database = await createTestDatabase();
    const program = await startProgram({ DATABASE_URL: database.url, HOST: '127.0.0.1' });
    const sockets: Socket[] = [];
    try {
      const { hostname, port } = new URL(program.url);
      for (let sent = 0; sent < CONNECTIONS; sent += 1) {
        const socket = connect({ port: Number(port), host: hostname, localAddress: '127.0.0.2', allowHalfOpen: true });
        socket.on('error', () => undefined).resume();
        socket.write(`${line}\r\nhost: ${hostname}:${port}\r\n${type}\r\ncontent-length: 99000\r\n\r\n${part}`);
        sockets.push(socket);
        if (sent % 500 === 0) await sleep(200);
      }
      await sleep(1_000);
      expect((await fetch(`${program.url}/v1/config`)).status).toBe(200);
      expect((await fetch(`${program.url}/console/sign-in`)).status).toBe(200);
      const rss = Number(execFileSync('ps', ['-o', 'rss=', '-p', String(program.process.pid)]).toString()) / 1024;
      expect(rss).toBeLessThan(MAX_RSS_MB);
    } finally {
      for (const socket of sockets) socket.destroy();
      await program.stop();
      await database.drop();
    }
  },
);
