import type { SandboxOptions } from '@standing/sandbox';
import { loadSandbox } from '../bootstrap/load-sandbox.js';
import { runCommand, wholeNumber } from './cli/command.js';
import { SANDBOX } from './cli/definitions.js';

await runCommand(SANDBOX, ({ values }) =>
  play({
    port: wholeNumber('--port', values.port, 0, 65_535),
    latencyMs: wholeNumber('--latency', values.latency, 0, 60_000),
    faultShare: wholeNumber('--faults', values.faults, 0, 100) / 100,
    ...(values.dir !== undefined && { extractsDir: values.dir }),
  }),
);

async function play(options: SandboxOptions): Promise<void> {
  const { startSandbox } = await loadSandbox();
  const sandbox = await startSandbox({ ...options, log: console.error });
  console.log(`The sandbox serves these registers at ${sandbox.origin}/<code>:`);
  for (const code of sandbox.codes) console.log(`  ${code}  ${(sandbox.sampleNames(code) ?? []).join(' · ')}`);
  const end = () => void sandbox.close();
  process.once('SIGINT', end);
  process.once('SIGTERM', end);
}
