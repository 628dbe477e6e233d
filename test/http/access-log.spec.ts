import { unavailable } from '../support/fakes.js';
import { startService } from '../support/harness.js';
import { until } from '../support/until.js';

describe('the access log', () => {
  it.each(['on', 'off'])('names the caller of every request, or logs none: %s', async (setting) => {
    const service = await startService({ env: { ACCESS_LOG: setting } });
    try {
      const { key, keyId } = await service.signUp();
      const { body: account } = await service.ask('GET', '/v1/account', { key, headers: { 'x-request-id': 'seen-1' } });
      const logged = () => service.log.lines.filter(({ fields }) => fields['requestId'] === 'seen-1');
      if (setting === 'on') await until(async () => logged().length > 0 || undefined);
      const fields = { method: 'GET', route: '/v1/account', status: 200, accountId: account.account_id, keyId };
      const expected = { level: 'info', message: 'request', fields: expect.objectContaining(fields) };
      expect(logged()).toEqual(setting === 'on' ? [expected] : []);
      expect(JSON.stringify(service.log.lines)).not.toContain(key);
    } finally {
      await service.close();
    }
  });

  it('names the caller of a refused request too', async () => {
    const service = await startService({ env: { ACCESS_LOG: 'on' } });
    try {
      const { key, keyId } = await service.signUp();
      const { body: account } = await service.ask('GET', '/v1/account', { key });
      const html = { 'content-type': 'text/html' };
      const refused: [status: number, method: string, path: string, asked: object][] = [
        [400, 'POST', '/v1/verify', { body: '{' }],
        [400, 'POST', '/v1/verify', { body: 'x', headers: html }],
        [400, 'POST', '/v1/verify', { body: 'x'.repeat(100_001) }],
        [404, 'GET', '/v1/nothing', {}],
        [400, 'POST', '/mcp', { body: '{' }],
        [406, 'POST', '/mcp', { body: {}, headers: { accept: 'text/html' } }],
        [400, 'POST', '/a2a', { body: {} }],
        [204, 'DELETE', '/v1/account', {}],
        [403, 'GET', '/v1/account', {}],
      ];
      for (const [status, method, path, asked] of refused) {
        const answer = await service.ask(method, path, { key, ...asked });
        const requestId = answer.headers.get('x-request-id');
        const line = await until(() => service.log.lines.find(({ fields }) => fields['requestId'] === requestId));
        expect([answer.status, line]).toMatchObject([
          status,
          { message: 'request', fields: { method, status, accountId: account.account_id, keyId } },
        ]);
      }
    } finally {
      await service.close();
    }
  });
});

describe('a register that does not answer', () => {
  it('suggests a new Idempotency-Key', async () => {
    const service = await startService();
    try {
      service.registries.of('us-co').failures = Array.from({ length: 3 }, unavailable);
      const { key } = await service.signUp();
      const body = { entity_name: 'Silent Register LLC', jurisdiction: 'us-co' };
      const answer = await service.ask('POST', '/v1/verify', { key, headers: { prefer: 'wait=10' }, body });
      expect(answer.status).toBe(503);
      expect(answer.body.error.suggestion).toContain('If you sent an Idempotency-Key, send a new one');
    } finally {
      await service.close();
    }
  });
});
