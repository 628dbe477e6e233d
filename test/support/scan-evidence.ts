import { inflateRawSync } from 'node:zlib';
import { Client } from 'pg';

/** What our requests to registers carry, and what their answers may set; a test adds the credentials that it configured. */
const NEVER_KEPT =
  /\b(authorization|user-agent|set-cookie|cookie|x-app-token|x-api-key|if-none-match)\b|Standing\/1\.0/i;
/** As many as a suite leaves; more are of a measurement. */
const MAX_ROWS = 20_000;

/** Everything that is kept as evidence in a database, as text, each piece with where it stands. */
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

/** Where something stands that must never be kept. */
export async function scanEvidence(databaseUrl: string, never = NEVER_KEPT): Promise<string[]> {
  const found: string[] = [];
  for await (const { place, text } of evidenceTexts(databaseUrl)) {
    const [match] = never.exec(text) ?? [];
    if (match !== undefined) found.push(`${match} in ${place}`);
  }
  return found;
}

/** A test may put in what was never packed. */
function inflated(body: Buffer): string {
  try {
    return inflateRawSync(body).toString('latin1');
  } catch {
    return body.toString('latin1');
  }
}
