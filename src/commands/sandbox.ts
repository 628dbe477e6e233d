import { parseArgs } from 'node:util';
import { startSandbox } from '../sandbox/server.js';

// npm run sandbox -- [--port 8080] [--latency 200] [--faults 5] [--dir FOLDER]
// The sandbox on its own: for trying adapters, or for a service that runs elsewhere (REGISTRY_<CODE>_URL).

const USAGE = `usage: npm run sandbox -- [options]
  --port N      where to listen (8080)
  --latency N   milliseconds every answer is kept back (0)
  --faults N    of a hundred requests, so many are answered 503 (0)
  --dir FOLDER  extracts to play, instead of the bundled ones`;

try {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '8080' },
      latency: { type: 'string', default: '0' },
      faults: { type: 'string', default: '0' },
      dir: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help === true) console.log(USAGE);
  else
    await play({
      port: number('port', values.port, 65_535),
      latencyMs: number('latency', values.latency, 60_000),
      faultShare: number('faults', values.faults, 100) / 100,
      ...(values.dir !== undefined && { extractsDir: values.dir }),
    });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  console.error(USAGE);
  process.exitCode = 1;
}

async function play(options: Parameters<typeof startSandbox>[0]): Promise<void> {
  const sandbox = await startSandbox({ ...options, log: console.error });
  console.log(`The sandbox plays these registers at ${sandbox.origin}/<code>:`);
  for (const code of sandbox.codes) console.log(`  ${code}  ${(sandbox.sampleNames(code) ?? []).join(' · ')}`);
  const end = () => void sandbox.close();
  process.once('SIGINT', end);
  process.once('SIGTERM', end);
}

function number(option: string, given: string, most: number): number {
  const value = Number(given);
  if (!/^\d+$/.test(given) || value > most) throw new Error(`--${option} must be a whole number from 0 to ${most}`);
  return value;
}
