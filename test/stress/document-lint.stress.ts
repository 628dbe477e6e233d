import { startService, type Service } from '../support/harness.js';
import { EVERY_ROUTE } from '../openapi/every-entrance.js';
import { redoclyLinter, spectralLinter, type Linter } from './openapi-linters.js';

let service: Service;
let source: string;
let redoclyErrors: Linter;
let spectralErrors: Linter;
beforeAll(async () => {
  redoclyErrors = await redoclyLinter();
  spectralErrors = await spectralLinter();
  service = await startService({ env: EVERY_ROUTE });
  source = await (await fetch(`${service.url}/openapi.json`)).text();
});
afterAll(() => service.close());

/** Expected findings: a document without them would be untrue (see answers.spec.ts). */
const TRUE_OF_US = [
  // The two routes that lead to a key need no key, and local addresses use http.
  /^owasp:api2:2023-write-restricted at paths\/\/v1\/auth\//,
  /^owasp:api8:2023-no-server-http at servers\//,
  // Requests with refused or unread credentials have no known caller. Operators, probes and Stripe
  // have no rate limit.
  /^owasp:api4:2023-rate-limit at \S+\/responses\/401\//,
  /^owasp:api4:2023-rate-limit at paths\/\/(health|metrics|v1\/admin|v1\/auth|v1\/billing\/stripe|v1\/config|v1\/jurisdictions)\b/,
];

describe('the OpenAPI document', () => {
  it('has no Redocly errors', async () => {
    expect(await redoclyErrors(source)).toEqual([]);
  });

  it('has no Spectral errors except the expected ones', async () => {
    const errors = await spectralErrors(source);
    const so = (error: string) => TRUE_OF_US.some((expected) => expected.test(error));
    expect(errors.filter((error) => !so(error))).toEqual([]);
    expect(TRUE_OF_US.filter((expected) => !errors.some((error) => expected.test(error)))).toEqual([]);
  });

  it('fails both linters when a reference is broken', async () => {
    const broken = source.replace('#/components/schemas/IssuedKey', '#/components/schemas/Nothing');
    expect(await redoclyErrors(broken)).not.toEqual([]);
    expect((await spectralErrors(broken)).join('\n')).toContain('invalid-ref');
  });
});
