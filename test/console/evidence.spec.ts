import { newEmail, startSandboxService, type SandboxService } from '../support/harness.js';
import { textOf, Visitor } from './visitor.js';

const NAME = 'Imaginary Lanterns LLC';
const ADDRESS = { street: '1 Imaginary Street', city: 'Nowhere Falls', postal_code: '80001' };

describe('the evidence page of an answer', () => {
  let service: SandboxService;
  let visitor: Visitor;
  let key: string;
  let page: string;
  beforeAll(async () => {
    service = await startSandboxService({ timeoutMs: 10_000 });
    const email = newEmail();
    ({ key } = await service.signUp(email));
    visitor = await Visitor.signedIn(service, email);
    page = `/console/jobs/${await verify(NAME, { tier: 'deep', address: ADDRESS })}`;
  });
  afterAll(() => service.close());

  const verify = async (entityName: string, given: object = {}): Promise<string> => {
    const body = { entity_name: entityName, jurisdiction: 'us-co', ...given };
    const headers = { prefer: 'wait=20' };
    const { body: answer } = await service.ask('POST', '/v1/verify', { key, headers, body });
    return answer.job_id ?? answer.error.details.job_id;
  };

  it('is linked from the answer, with each field beside its text and the raw response', async () => {
    expect((await visitor.get(page)).html).toContain(`href="${page}/evidence"`);
    const { status, html } = await visitor.get(`${page}/evidence`);
    expect(status).toBe(200);
    const text = textOf(html);
    expect(text).toMatch(/entity_name ?Imaginary Lanterns LLC/);
    expect(text).toContain('registered_agent.name');
    expect(text).toContain('SHA-256');
    expect(html).toContain('Download as a WARC file');
    const [, body = ''] = /<pre[^>]*>([\s\S]*?)<\/pre>/.exec(html) ?? [];
    expect(body).toContain('Imaginary Lanterns LLC');
    expect(body).not.toMatch(/<(?!\/?pre)/);
  });

  it('is downloaded as a gzipped WARC file', async () => {
    const { headers } = await visitor.get(`${page}/evidence.warc.gz`);
    expect(headers.get('content-type')).toBe('application/gzip');
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="evd_\w+\.warc\.gz"$/);
  });

  it('shows the search where nothing was found', async () => {
    const { status, html } = await visitor.get(
      `/console/jobs/${await verify('Imaginary Nothing Whatever Co')}/evidence`,
    );
    expect([status, textOf(html)]).toEqual([200, expect.stringContaining('responses below prove it')]);
    expect(html).toContain('<pre');
  });

  it('returns the page of a missing one for another account', async () => {
    const other = await Visitor.signedIn(service);
    const unknown = await other.get('/console/jobs/job_01kaaaaaaaaaaaaaaaaaaaaaaa/evidence');
    for (const path of ['evidence', 'evidence.warc.gz']) {
      const { status, html } = await other.get(`${page}/${path}`);
      expect([status, textOf(html)]).toEqual([404, textOf(unknown.html)]);
    }
  });

  it('shows beside the name that a given address supports it', async () => {
    expect(textOf((await visitor.get(page)).html)).toContain('Address: supports it.');
  });
});
