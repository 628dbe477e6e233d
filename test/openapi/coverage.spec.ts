import { startService, type Service } from '../support/harness.js';
import { EVERY_ROUTE } from './every-entrance.js';

let service: Service;
beforeAll(async () => {
  service = await startService({ env: EVERY_ROUTE });
});
afterAll(() => service.close());

/**
 * Health and metrics are part of the API too. Every other route serves a document, an agent or a
 * form.
 */
const isInterface = (route: string) => /^[A-Z]+ \/(v1|health|metrics)(\/|$)/.test(route);

it('the OpenAPI document describes exactly the interface routes of the running service', async () => {
  const { body: document } = await service.ask('GET', '/openapi.json');
  const described = Object.entries<object>(document.paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`),
  );
  const answered = service.routes.filter(isInterface);
  expect(answered).toContain('POST /v1/verify');
  expect(answered).toContain('GET /v1/verify/status/:jobId');
  expect(described.toSorted()).toEqual(answered.toSorted());
});
