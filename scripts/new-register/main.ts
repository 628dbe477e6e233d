import { fileURLToPath } from 'node:url';
import { runCommand, UsageError } from '../../src/commands/cli/command.js';
import { REGISTRY_NEW } from '../../src/commands/cli/definitions.js';
import { blanksIn } from './blanks.js';
import { newRegister, writeSkeletons } from './new-register.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const print = (line: string) => void process.stdout.write(`${line}\n`);

await runCommand(REGISTRY_NEW, async ({ values, positionals: [code, ...rest] }) => {
  if (rest.length > 0) throw new UsageError(`one register at a time: "${rest[0]}" is too many`);
  const register = newRegister(code, values.name, values.kind);
  for (const file of await writeSkeletons(ROOT, register)) print(`wrote ${file}`);
  print('\nFill in each blank, everywhere in the same words:');
  for (const blank of blanksIn(ROOT)) print(`  ${blank}`);
  print('\nThen: npm run format; npm run build && node dist/sandbox/generate.js');
  print(`      npm test -- test/registries/registries.spec.ts test/registries/${register.code}.spec.ts test/sandbox`);
});
