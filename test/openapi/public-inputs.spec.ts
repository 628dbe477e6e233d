import { once } from 'node:events';
import { connect } from 'node:net';
import type { Service } from '../support/harness.js';
import { caseOf, MAX_ERROR_BYTES, send, startTarget, type Target } from './hostile-inputs/cases.js';
import { Random } from './hostile-inputs/random.js';

const SEED = 1;
const CASES = 400;

let target: Target;
let service: Service;
beforeAll(async () => {
  target = await startTarget();
  ({ service } = target);
});
afterAll(() => service.close());

describe('every public input', () => {
  it('never causes a 5xx or a large error', async () => {
    const random = new Random(SEED);
    const failures: string[] = [];
    for (let at = 0; at < CASES; at++) {
      const one = caseOf(random, target);
      const { status, bytes } = await send(service.url, one);
      const broken = status >= 500 || (status >= 400 && bytes > MAX_ERROR_BYTES);
      if (broken) failures.push(`${at}: ${one.what}: answered ${status} with ${bytes} bytes`);
    }
    expect(failures).toEqual([]);
  });

  it('causes no error when its body is cut off', async () => {
    const { hostname, port } = new URL(service.url);
    for (const path of ['/v1/verify', '/mcp', '/a2a', '/oauth/register', '/oauth/token']) {
      const socket = connect(Number(port), hostname);
      await once(socket, 'connect');
      socket.write(
        `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{"a":`,
      );
      socket.destroy();
    }
    const { status } = await service.ask('GET', '/health/live');
    expect(status).toBe(200);
    expect(service.log.lines.filter(({ level }) => level === 'error')).toEqual([]);
  });
});
