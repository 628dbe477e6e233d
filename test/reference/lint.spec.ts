import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startService, type Service } from '../support/harness.js';
import { EVERY_DOOR } from './every-entrance.js';
import { redoclyErrors, spectralErrors } from './openapi-linters.js';

let service: Service;
let source: string;
beforeAll(async () => {
  service = await startService({ env: EVERY_DOOR });
  source = await (await fetch(`${service.url}/openapi.json`)).text();
});
afterAll(() => service.close());

describe('the OpenAPI document', () => {
  it('has nothing that Redocly calls an error', async () => {
    expect(await redoclyErrors(source)).toEqual([]);
  });

  it('has nothing that Spectral calls an error, but that the two doors to a key stand open and that a local address is http', async () => {
    const errors = await spectralErrors(source);
    const expected =
      /^owasp:api2:2023-write-restricted at paths\/\/v1\/auth\/|^owasp:api8:2023-no-server-http at servers\//;
    expect(errors.filter((error) => !expected.test(error))).toEqual([]);
  });

  it('is not let off: both find a reference that leads nowhere', async () => {
    const broken = source.replace('#/components/schemas/IssuedKey', '#/components/schemas/Nothing');
    expect(await redoclyErrors(broken)).not.toEqual([]);
    expect((await spectralErrors(broken)).join('\n')).toContain('invalid-ref');
  });
});
