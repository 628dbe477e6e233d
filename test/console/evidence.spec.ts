import { newEmail, startSandboxService, type SandboxService } from '../support/harness.js';
import { textOf, Visitor } from './visitor.js';

const NAME = 'Imaginary Lanterns LLC';
const ADDRESS = { street: '1 Imaginary Street', city: 'Nowhere Falls', postal_code: '80001' };

describe('the evidence of an answer', () => {
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

  it('stands one link from the answer: each field beside its text, and what the register sent', async () => {
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

  it('is saved as the file that the API gives', async () => {
    const { headers } = await visitor.get(`${page}/evidence.warc.gz`);
    expect(headers.get('content-type')).toBe('application/gzip');
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="evd_\w+\.warc\.gz"$/);
  });

  it('is a search where nothing was found', async () => {
    const { status, html } = await visitor.get(
      `/console/jobs/${await verify('Imaginary Nothing Whatever Co')}/evidence`,
    );
    expect([status, textOf(html)]).toEqual([200, expect.stringContaining('responses below prove it')]);
    expect(html).toContain('<pre');
  });

  it('of another account answers like a missing one', async () => {
    const other = await Visitor.signedIn(service);
    const unknown = await other.get('/console/jobs/job_01kaaaaaaaaaaaaaaaaaaaaaaa/evidence');
    for (const path of ['evidence', 'evidence.warc.gz']) {
      const { status, html } = await other.get(`${page}/${path}`);
      expect([status, textOf(html)]).toEqual([404, textOf(unknown.html)]);
    }
  });

  it('says beside the name what an address that was given speaks for', async () => {
    expect(textOf((await visitor.get(page)).html)).toContain('Address: supports it.');
  });
});
