import { startSandbox } from '../sandbox/server.js';
import { runCommand, wholeNumber } from './command.js';

const COMMAND = {
  name: 'sandbox',
  summary:
    'Plays the registers on their own, for trying adapters or for a service that runs elsewhere (REGISTRY_<CODE>_URL).',
  options: {
    port: { type: 'string', default: '8080', value: 'N', help: 'where to listen' },
    latency: { type: 'string', default: '0', value: 'N', help: 'milliseconds that every answer is kept back' },
    faults: { type: 'string', default: '0', value: 'N', help: 'of a hundred requests, so many are answered 503' },
    dir: { type: 'string', value: 'FOLDER', help: 'extracts to play, instead of the bundled ones' },
  },
} as const;

await runCommand(COMMAND, ({ values }) =>
  play({
    port: wholeNumber('--port', values.port, 0, 65_535),
    latencyMs: wholeNumber('--latency', values.latency, 0, 60_000),
    faultShare: wholeNumber('--faults', values.faults, 0, 100) / 100,
    ...(values.dir !== undefined && { extractsDir: values.dir }),
  }),
);

async function play(options: Parameters<typeof startSandbox>[0]): Promise<void> {
  const sandbox = await startSandbox({ ...options, log: console.error });
  console.log(`The sandbox plays these registers at ${sandbox.origin}/<code>:`);
  for (const code of sandbox.codes) console.log(`  ${code}  ${(sandbox.sampleNames(code) ?? []).join(' · ')}`);
  const end = () => void sandbox.close();
  process.once('SIGINT', end);
  process.once('SIGTERM', end);
}
