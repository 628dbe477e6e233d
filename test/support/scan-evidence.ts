import { inflateRawSync } from 'node:zlib';
import { Client } from 'pg';

/**
 * Headers of our requests to registers and of their responses; a test adds the credentials that it
 * configured.
 */
const NEVER_KEPT =
  /\b(authorization|user-agent|set-cookie|cookie|x-app-token|x-api-key|if-none-match)\b|Standing\/1\.0/i;
/** As many as a test suite leaves. More rows come from a benchmark. */
const MAX_ROWS = 20_000;

/** Yields everything that a database keeps as evidence, as text with its place. */
async function* evidenceTexts(databaseUrl: string): AsyncGenerator<{ place: string; text: string }> {
  const session = new Client({ connectionString: databaseUrl });
  await session.connect();
  try {
    const { rows: tables } = await session.query<{ there: boolean }>(
      `select to_regclass('evidence_bodies') is not null as there`,
    );
    if (tables[0]?.there !== true) return;
    const all = `select to_jsonb(e) as kept from %s e limit ${MAX_ROWS}`;
    for (const table of ['evidence', 'evidence_exchanges', 'snapshot_evidence']) {
      const { rows } = await session.query<{ kept: object }>(all.replace('%s', table));
      for (const { kept } of rows) yield { place: table, text: JSON.stringify(kept) };
    }
    const { rows: bodies } = await session.query<{ digest: string; body: Buffer }>(
      `select encode(digest, 'hex') as digest, body from evidence_bodies where body is not null limit ${MAX_ROWS}`,
    );
    for (const { digest, body } of bodies) yield { place: `body ${digest}`, text: inflated(body) };
  } finally {
    await session.end();
  }
}

/** Returns each forbidden text that was kept as evidence, with its place. */
export async function scanEvidence(databaseUrl: string, never = NEVER_KEPT): Promise<string[]> {
  const found: string[] = [];
  for await (const { place, text } of evidenceTexts(databaseUrl)) {
    const [match] = never.exec(text) ?? [];
    if (match !== undefined) found.push(`${match} in ${place}`);
  }
  return found;
}

/** A test may store a body that was never compressed. */
function inflated(body: Buffer): string {
  try {
    return inflateRawSync(body).toString('latin1');
  } catch {
    return body.toString('latin1');
  }
}
