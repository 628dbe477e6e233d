import fs from 'node:fs/promises';
import path from 'node:path';
import { request } from 'undici';
import { apiKeyDigest } from '../../src/core/accounts/keys/api-key.js';
import { startBaseline } from '../baselines/baseline.js';
import type { Bench } from '../bench.js';
import { askedNumbers, entityRequests } from '../cached.js';
import { connect, entityId, makeApiKeys, seedAskers, seededDatabase } from '../seed.js';
import { startService } from '../service.js';
import { alternate, type Contestant, type Side } from '../slices.js';
import { versioned } from './installed.js';

/**
 * Measures `GET /v1/entity/:id` of bare programs that look up the key in memory and answer the same
 * bytes from memory, and of one that also limits its callers as the service does.
 */
export async function compareEdge({ stage, client, slices, entities }: Bench): Promise<Side[]> {
  const apiKeys = makeApiKeys(1);
  const databaseUrl = await seededDatabase(stage, apiKeys, entities);
  const session = await connect(databaseUrl);
  const numbers = askedNumbers(entities);
  await seedAskers(session, numbers);
  const service = await startService(stage, { databaseUrl });
  const endings = [() => session.end(), () => service.stop()];
  try {
    const requests = entityRequests(apiKeys[0]!, numbers, entityId);
    const known = path.join(stage.scratch, 'known-entities.json');
    const answers: [id: string, entity: unknown][] = [];
    for (const each of requests) {
      const { statusCode, body } = await request(new URL(each.path, service.url), { headers: each.headers });
      if (statusCode !== 200) throw new Error(`the service answered ${statusCode} to ${each.path}`);
      answers.push([path.basename(each.path), await body.json()]);
    }
    await fs.writeFile(known, JSON.stringify({ digests: apiKeys.map(apiKeyDigest), entities: answers }));
    const told = { requests, session, written: undefined, perAnswer: 0 };
    const contestants: Contestant[] = [{ name: 'edge: the service', ...service, ...told }];
    for (const [kind, name, env] of [
      ['nest', `bare ${versioned('@nestjs/core')}`, {}],
      ['nest', "Nest with the service's limiter", { LIMITED: 'true' }],
      ['fastify', `bare ${versioned('fastify')}`, {}],
    ] as const) {
      const program = await startBaseline(kind, stage, databaseUrl, { KNOWN_ENTITIES: known, ...env });
      endings.push(() => program.stop());
      contestants.push({ name: `edge: ${name}`, ...program, ...told });
    }
    return await alternate(client, contestants, slices);
  } finally {
    for (const end of endings.toReversed()) await end();
  }
}
