import { newEmail, startSandboxService, type SandboxService } from '../support/harness.js';
import { until } from '../support/until.js';
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

  it('is linked from each answered row of a file, whose results name the same route', async () => {
    const headers = { 'content-type': 'text/csv', 'x-api-key': key };
    const rows = [`${NAME},us-co`, 'Imaginary Nothing Whatever Co,us-co', `${NAME},us-zz`, `${NAME},us-co`];
    const body = ['entity_name,jurisdiction', ...rows].join('\n');
    const sent = await fetch(`${service.url}/v1/batches?start=true`, { method: 'POST', headers, body });
    const { batch_id: id } = (await sent.json()) as { batch_id: string };
    const results = await until(async () => {
      const { status, body: text } = await service.ask('GET', `/v1/batches/${id}/results?format=ndjson`, { key });
      return status === 200 ? String(text).trim().split('\n') : undefined;
    });
    const paths = results.map((line) => JSON.parse(line).evidence_path);
    const of = (line: number) => `/batches/${id}/rows/${line}/evidence`;
    expect(paths).toEqual([`/v1${of(2)}`, `/v1${of(3)}`, null, `/v1${of(5)}`]);

    const { html } = await visitor.get(`/console/batches/${id}`);
    expect(html.match(/\/console\/batches\/\w+\/rows\/\d+\/evidence(?=")/g)).toEqual(
      [2, 3, 5].map((line) => `/console${of(line)}`),
    );
    for (const line of [2, 3, 5]) {
      const { status, body: told } = await service.ask('GET', `/v1${of(line)}`, { key });
      const shown = await visitor.get(`/console${of(line)}`);
      expect([status, shown.status]).toEqual([200, 200]);
      expect(textOf(shown.html)).toContain(told.evidence_id);
      expect((await visitor.get(`/console${of(line)}.warc.gz`)).headers.get('content-disposition')).toBe(
        `attachment; filename="${told.evidence_id}.warc.gz"`,
      );
    }
    const other = await Visitor.signedIn(service);
    for (const path of [of(2), `${of(2)}.warc.gz`]) expect((await other.get(`/console${path}`)).status).toBe(404);
  });

  it('shows beside the name that a given address supports it', async () => {
    expect(textOf((await visitor.get(page)).html)).toContain('Address: supports it.');
  });
});
