import type { Sandbox } from '@standing/sandbox';
import { ConfiguredRegistries, type RegistriesOptions } from '../../adapters/registries/configured-registries.js';
import { noteReads, type ReadFields } from '../../adapters/registries/http/read-fields.js';
import { jurisdictionNamed } from '../../core/registries/jurisdictions.js';
import { SourceError, type Registry } from '../../core/registries/ports.js';
import type { RegisterRecord } from '../../core/registries/record.js';
import { nameQuery } from '../../core/verification/name-query.js';
import type { Finding, Probed, Shape } from './finding.js';
import { probeMirror } from './probe-mirror.js';

type Answers = Map<Shape, { fields: ReadFields; finding: Finding; ms?: number }>;

const NOBODY = 'Qxzvw Nonexistent Probe Holdings';
const PATIENCE_MS = 60_000;

export interface ProbeOptions {
  codes: readonly string[];
  settings: Pick<RegistriesOptions, 'registers' | 'mode' | 'urls' | 'credentials' | 'timeoutMs'>;
  /**
   * The expectation: the adapters are known to read its responses. Without it, only what the
   * adapters themselves require is compared.
   */
  sandbox: Sandbox | undefined;
}

/**
 * Sends the registers and the sandbox one request of each shape. A field that the adapter reads
 * from every sandbox response must also occur in the register's responses, with the same type. For
 * a mirrored register, reads the beginning of its file instead.
 */
export async function* probe({ codes, settings, sandbox }: ProbeOptions): AsyncGenerator<Probed> {
  const { registers, credentials, timeoutMs } = settings;
  const rehearsal = { registers, mode: 'sandbox', urls: {}, credentials, timeoutMs } as const;
  for (const code of codes) {
    const format = registers.format(code);
    if (format) yield* probeMirror(format, { mode: settings.mode, url: settings.urls[code], sandbox });
    const [playedName] = sandbox?.sampleNames(code) ?? [];
    const { wellKnown = playedName } = jurisdictionNamed(code);
    const name = settings.mode === 'live' ? wellKnown : playedName;
    if (name === undefined || !registers.connections.has(code)) continue;
    const expected: Answers = playedName === undefined ? new Map() : await askAll(code, playedName, rehearsal, sandbox);
    const answered = await askAll(code, name, settings, sandbox);
    for (const [shape, { fields, finding, ms }] of answered) {
      const drift = finding.verdict === 'as expected' ? driftOf(expected.get(shape)?.fields, fields) : undefined;
      const told: Finding = drift === undefined ? finding : { verdict: 'drifted', field: drift };
      yield { code, shape, finding: told, ...(ms !== undefined && { ms }) };
    }
  }
}

async function askAll(
  code: string,
  name: string,
  settings: ProbeOptions['settings'],
  sandbox: Sandbox | undefined,
): Promise<Answers> {
  let fields: ReadFields = new Map();
  const registries = new ConfiguredRegistries({
    ...settings,
    ...(sandbox && { sandboxOrigin: sandbox.origin }),
    inspect: (body, url) => noteReads(body, url, fields),
    log: { warn: () => undefined },
  });
  const answers: Answers = new Map();
  const ask = async (shape: Shape, question: (registry: Registry, signal: AbortSignal) => Promise<Finding>) => {
    fields = new Map();
    const startedAt = performance.now();
    const finding = await question(registries.of(code), AbortSignal.timeout(PATIENCE_MS)).catch(failure);
    answers.set(shape, { fields, finding, ms: performance.now() - startedAt });
  };
  try {
    const unavailable = registries.unavailableReason(code);
    if (unavailable !== undefined) {
      return new Map([['found', { fields, finding: { verdict: 'unreachable', reason: unavailable } }]]);
    }
    let found: RegisterRecord | undefined;
    await ask('found', async (registry, signal) => {
      const { records } = await registry.search(nameQuery(name, code), signal);
      found = records.find((record) => record.name.toUpperCase() === name.toUpperCase()) ?? records[0];
      return found ? { verdict: 'as expected' } : { verdict: 'drifted', field: `no record of ${name}` };
    });
    await ask('absent', async (registry, signal) => {
      const { records, complete } = await registry.search(nameQuery(NOBODY, code), signal);
      if (complete || records.length > 0) return { verdict: 'as expected' };
      return { verdict: 'drifted', field: 'the search for an absent name did not end' };
    });
    const id = found?.id;
    await ask('by number', async (registry, signal) => {
      if (id === undefined) return { verdict: 'not asked' };
      const record = await registry.findByNumber(id, signal);
      return record?.id === id ? { verdict: 'as expected' } : { verdict: 'drifted', field: `no record ${id}` };
    });
    await ask('deep', async (registry, signal) => {
      if (id === undefined || !registries.offer(code).tiers.includes('deep')) return { verdict: 'not asked' };
      const record = await registry.fetch(id, signal);
      return record?.id === id ? { verdict: 'as expected' } : { verdict: 'drifted', field: `no record ${id}` };
    });
    return answers;
  } finally {
    await registries.close();
  }
}

/**
 * Returns the first field that the adapter finds in all sandbox responses, but in no response of
 * the register or with another type.
 */
function driftOf(expected: ReadFields | undefined, answered: ReadFields): string | undefined {
  for (const [path, { reads, found, types }] of expected ?? []) {
    const now = answered.get(path);
    if (now === undefined) continue;
    if (reads === found && now.found === 0) return `${path} is gone`;
    for (const type of now.types) {
      if (found > 0 && !types.has(type)) return `${path}: ${type} instead of ${[...types].join(' or ')}`;
    }
  }
  return undefined;
}

function failure(error: unknown): Finding {
  if (!(error instanceof SourceError)) throw error;
  return error.detail.ours === true
    ? { verdict: 'drifted', field: error.message }
    : { verdict: 'unreachable', reason: error.message };
}
