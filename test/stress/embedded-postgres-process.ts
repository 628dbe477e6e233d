// A second process with the same embedded Postgres. Prints `started {json}` once it is up; SIGTERM
// stops it cleanly.
import { EmbeddedPostgres } from '../../src/adapters/postgres/embedded/embedded-postgres.js';

const [dataDir = ''] = process.argv.slice(2);
const server = await EmbeddedPostgres.start({ dataDir, durable: false, log: () => undefined });
process.once('SIGTERM', () => void server.stop());
process.stdout.write(`started ${JSON.stringify({ url: server.url, adopted: server.adopted })}\n`);
