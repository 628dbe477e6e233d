import { startPostgres } from './postgres.js';
import { findRedis } from './redis.js';

type Stop = () => Promise<void>;

/**
 * Starts the servers that the suites need. The suites find them through the environment, because
 * jest runs them in workers.
 */
export async function startServices(): Promise<Stop> {
  const postgres = await startPostgres();
  try {
    const redis = await findRedis();
    process.stderr.write(`Redis for the tests: ${redis.description}\n`);
    return async () => {
      await redis.release();
      await postgres.stop();
    };
  } catch (error) {
    await postgres.stop();
    throw error;
  }
}
