import { startService, type Service } from '../support/harness.js';

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

it.each(['/v1/verify', '/v1/auth/request-access'])(
  'returns one error for a body with thousands of unknown fields: %s',
  async (path) => {
    const { key } = await service.signUp();
    const body = Object.fromEntries(Array.from({ length: 9_000 }, (_, at) => [`f${at}`, 1]));
    const answer = await service.ask('POST', path, { key, body });
    expect(answer.status).toBe(400);
    expect(answer.body.error.details.errors).toEqual([
      { location: 'body', field: '*', message: 'The body must have at most 300 fields.' },
    ]);
  },
);
