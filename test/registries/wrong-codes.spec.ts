import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { textOf, Visitor } from '../console/visitor.js';
import { callTool } from '../support/call-tool.js';
import { newEmail, startSandboxService, type SandboxService } from '../support/harness.js';

const BRITAIN = ['England and Wales (gb-eaw)', 'Scotland (gb-sct)', 'Northern Ireland (gb-nir)'];
const STATES = ['Colorado (us-co)', 'Connecticut (us-ct)', 'New York (us-ny)'];

/** The refusal of what was typed as a jurisdiction, and the places that it names as meant. */
const REFUSED: readonly (readonly [typed: string, refusal: string, meant: readonly string[]])[] = [
  ['gb', '"gb" is not a supported jurisdiction.', BRITAIN],
  ['uk', '"uk" is not a supported jurisdiction.', BRITAIN],
  ['us', '"us" is not a supported jurisdiction.', STATES],
  ['fr', '"fr" is not a supported jurisdiction.', ['Île-de-France (fr-idf)']],
  ['england', '"england" is not a supported jurisdiction.', ['England and Wales (gb-eaw)']],
  ['de', 'Germany ("de") is not covered.', []],
  ['zz-zz', '"zz-zz" is not a supported jurisdiction.', []],
];

describe('what is typed as a jurisdiction and is none', () => {
  let service: SandboxService;
  let visitor: Visitor;
  let key: string;
  beforeAll(async () => {
    service = await startSandboxService();
    const email = newEmail();
    ({ key } = await service.signUp(email));
    visitor = await Visitor.signedIn(service, email);
  });
  afterAll(() => service.close());

  const asked = (jurisdiction: string) => ({ entity_name: 'Imaginary Lanterns LLC', jurisdiction });

  const WAYS: Readonly<Record<string, (typed: string) => Promise<string>>> = {
    async rest(typed) {
      const { body } = await service.ask('POST', '/v1/verify', { key, body: asked(typed) });
      return `${body.error.message} ${body.error.suggestion}`;
    },
    async tool(typed) {
      const { body } = await callTool(service, 'verify_business', asked(typed), { key });
      const { error } = JSON.parse(body.result.content[0].text);
      return `${error.message} ${error.suggestion}`;
    },
    async 'row of a file'(typed) {
      const headers = { 'content-type': 'application/x-ndjson', 'x-api-key': key };
      const body = JSON.stringify(asked(typed));
      const sent = await fetch(`${service.url}/v1/batches`, { method: 'POST', headers, body });
      const { rejections } = (await sent.json()) as { rejections: { message: string }[] };
      return rejections.map(({ message }) => message).join('\n');
    },
    async console(typed) {
      const { html } = await visitor.press('/console/verify', '/console/verify', asked(typed));
      return textOf(html).replaceAll('&quot;', '"');
    },
    'command line': (typed) =>
      new Promise((done) => {
        const program = [resolve('scripts/standing.mjs'), 'verify', 'Imaginary Lanterns LLC', typed];
        const env = { PATH: process.env['PATH'], ENV_FILE: '/dev/null', STANDING_URL: service.url, STANDING_KEY: key };
        execFile(process.execPath, program, { env }, (_error, _out, err) => done(err.replaceAll('\n', ' ')));
      }),
  };

  it.each(Object.entries(WAYS))('is refused with the places that may be meant: %s', async (way, ask) => {
    for (const [typed, refusal, meant] of REFUSED) {
      const names = way === 'console' ? meant : meant.map((name) => /\((.+)\)/.exec(name)?.[1] ?? name);
      const hint = names.length > 0 && `Did you mean ${names.join(', ').replace(/, ([^,]+)$/, ' or $1')}?`;
      const told = await ask(typed);
      expect([typed, told]).toEqual([typed, expect.stringContaining(hint ? `${refusal} ${hint}` : refusal)]);
      expect([typed, told.includes('Did you mean')]).toEqual([typed, meant.length > 0]);
    }
  });
});
