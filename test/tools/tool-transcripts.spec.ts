import { readFile, writeFile } from 'node:fs/promises';
import { TOOLS } from '../../src/modules/tools/tools.js';
import { callTool } from '../support/call-tool.js';
import { startSandboxService, type SandboxService } from '../support/harness.js';
import { until } from '../support/until.js';

const PAGE = 'docs/reference/tools.md';
const NAME = 'Imaginary Lanterns LLC';
const ASKING_CLIENT = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': { elicitation: { form: {} } },
  'io.modelcontextprotocol/clientInfo': { name: 'example', version: '1' },
};
/** Longer lists are cut. */
const SHOWN = 2;

/** Arguments of each tool, in the order of the page. The ids come from earlier answers. */
const CALLS: Record<string, (known: { job: string; entity: string }) => object> = {
  get_config: () => ({}),
  list_jurisdictions: () => ({ country: 'us', name: 'colorado' }),
  verify_business: () => ({ entity_name: NAME, jurisdiction: 'us-co', max_credits: 1 }),
  search_entities: () => ({ entity_name: 'Imaginary', jurisdictions: ['us-co'], max_credits: 2 }),
  check_job_status: ({ job }) => ({ job_id: job }),
  get_entity: ({ entity }) => ({ entity_id: entity }),
  get_entity_history: ({ entity }) => ({ entity_id: entity, max_credits: 5 }),
  get_account: () => ({}),
  purchase_credits: () => ({ package_id: 'starter' }),
};

async function transcripts(service: SandboxService): Promise<string> {
  const { key, email } = await service.signUp();
  const known = { job: '', entity: '' };
  const plain = new Plain(service.url, email);
  const parts: string[] = [];
  await until(async () => (await service.ask('GET', '/v1/account/keys', { key })).body.api_keys[0].last_used_at);
  for (const { name, title, price } of TOOLS) {
    const given = CALLS[name]?.(known);
    if (!given) throw new Error(`${name} has no transcript`);
    const { body } = await callTool(service, name, given, { key });
    const { structuredContent: answer, _meta, isError } = body.result;
    expect(isError).toBeUndefined();
    known.job ||= answer.job_id ?? '';
    known.entity ||= answer.entity_id ?? '';
    parts.push(
      `## ${name}\n\n${title}. Price: ${price}.`,
      block({ name, arguments: plain.value(given) }),
      'Answer:',
      block({ structuredContent: plain.value(answer), _meta: plain.value(_meta) }),
    );
  }
  return [...parts, await confirmed(service, key, plain)].join('\n\n');
}

/** Transcribes a call that needs confirmation, sent by a client that asks its user. */
async function confirmed(service: SandboxService, owner: string, plain: Plain): Promise<string> {
  const { body: careful } = await service.ask('POST', '/v1/account/keys', {
    key: owner,
    body: { confirm_above: { credits: 0 } },
  });
  const params = { name: 'verify_business', arguments: { entity_name: NAME, jurisdiction: 'us-co' } };
  const send = async (more: object) => {
    const { body } = await service.ask('POST', '/mcp', {
      key: careful.api_key,
      headers: {
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': 'tools/call',
        'mcp-name': params.name,
      },
      body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { ...params, ...more, _meta: ASKING_CLIENT } },
    });
    return body.result;
  };
  const { resultType, inputRequests, requestState } = await send({});
  const answer = { requestState, inputResponses: { confirm: { action: 'accept', content: { confirm: true } } } };
  const { structuredContent, _meta } = await send(answer);
  expect(structuredContent).toMatchObject({ status: 'completed' });
  return [
    '## A call that has to be confirmed',
    'With `confirm_above` of 0 credits, a client of the revision 2026-07-28 that can ask its user gets a question instead of an answer:',
    block({ resultType, inputRequests, requestState: plain.value(requestState) }),
    'It shows the form, and sends the same call again with what the user answered:',
    block({ ...params, ...(plain.value(answer) as object) }),
    'The answer is as above, and was charged:',
    block({ _meta: plain.value(_meta) }),
  ].join('\n\n');
}

const block = (value: unknown) => `\`\`\`json\n${JSON.stringify(value, undefined, 2)}\n\`\`\``;

/** Makes answers reproducible: numbers ids, replaces all times with one, and cuts long lists. */
class Plain {
  private readonly ids = new Map<string, string>();

  constructor(
    private readonly url: string,
    private readonly email: string,
  ) {}

  value(value: unknown): unknown {
    if (Array.isArray(value)) return value.slice(0, SHOWN).map((each) => this.value(each));
    if (typeof value === 'string') return this.text(value);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, each]) => [
        name,
        name === 'version' ? '0.0.0' : name === 'prefix' ? 'stnd_A1b' : name === 'label' ? 'key' : this.value(each),
      ]),
    );
  }

  private text(text: string): string {
    return text
      .replaceAll(this.url, 'http://localhost:3000')
      .replaceAll(this.email, 'ada@example.com')
      .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, '2026-01-31T12:00:00.000Z')
      .replace(new Date().toISOString().slice(0, 10), '2026-01-31')
      .replaceAll(/\b(acc|job|ent|rec|srch|key|snp)_[0-9a-z]{26}\b/g, (id, prefix: string) => this.idFor(id, prefix))
      .replaceAll(/\btest_[\w-]{43}/g, 'test_1')
      .replaceAll(/^[0-9a-f]{8}\.[\w-]{60,}$/g, 'STATE');
  }

  private idFor(id: string, prefix: string): string {
    const numbered = [...this.ids.values()].filter((each) => each.startsWith(`${prefix}_`)).length + 1;
    const known = this.ids.get(id) ?? `${prefix}_${String(numbered).padStart(26, '0')}`;
    this.ids.set(id, known);
    return known;
  }
}

const INTRODUCTION = `<!-- Generated by npm run generate. -->

# Tools

The nine tools for agents: one call of each, with its answer, as a sandbox gives it. MCP sends them with \`tools/call\`; the text of a result is the same JSON as
its structure. Lists are cut to their first two entries, and ids and times are made up.

A call that fails has \`isError\` and the error in its text, in the shape of every [error](errors.md). A call that can cost more than its key may spend unasked has
to be [confirmed](../how-to/limit-a-key.md#confirm-what-is-expensive).`;

it('shows a call of each tool and its answer; npm run generate rewrites them', async () => {
  const service = await startSandboxService({ env: { RATE_LIMIT_PER_MINUTE: '60' } });
  try {
    const written = `${INTRODUCTION}\n\n${await transcripts(service)}\n`;
    if (process.env['RENEW']) await writeFile(PAGE, written);
    expect(await readFile(PAGE, 'utf8')).toBe(written);
  } finally {
    await service.close();
  }
});
