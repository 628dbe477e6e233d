import type { Bench } from './bench.js';
import { askedNumbers, postOf, spentByAccounts, verifyRequests } from './cached.js';
import { figure, type Report } from './report.js';
import { connect, JURISDICTIONS, makeApiKeys, namesakeName, seededDatabase, seedNamesakes } from './seed.js';
import { startService } from './service.js';
import { alternate, ratioOf, type Contestant } from './slices.js';

const NAMES = 1_000;
const CREDITS_PER_JURISDICTION = 2;

/**
 * Compares searches of five jurisdictions that know the name with verifications of known names at
 * the same service.
 */
export async function benchSearch({ stage, client, slices, entities, profileDir }: Bench): Promise<Report> {
  const apiKeys = makeApiKeys(1);
  const databaseUrl = await seededDatabase(stage, apiKeys, entities);
  const session = await connect(databaseUrl);
  await seedNamesakes(session, NAMES);
  const service = await startService(stage, { databaseUrl, profileDir });
  try {
    const shared = { ...service, session, written: spentByAccounts('credit_balance') };
    const searches = Array.from({ length: NAMES }, (_, at) =>
      postOf(apiKeys[0]!, '/v1/search', { entity_name: namesakeName(at + 1), jurisdictions: JURISDICTIONS }),
    );
    const contestants: Contestant[] = [
      { ...shared, name: 'search', requests: searches, perAnswer: JURISDICTIONS.length * CREDITS_PER_JURISDICTION },
      { ...shared, name: 'verify', requests: verifyRequests(apiKeys, askedNumbers(entities)), perAnswer: 1 },
    ];
    const [search, verify] = await alternate(client, contestants, slices);
    return {
      path: 'search',
      title: 'POST /v1/search, five jurisdictions that know the name',
      sides: [search!, verify!],
      figures: [
        figure('search', 'verifications it costs', 1 / (ratioOf(search!, verify!) ?? 0)),
        figure('search', 'p99', search!.median.p99Ms, 'ms'),
      ],
    };
  } finally {
    await service.stop();
    await session.end();
  }
}
