import { fileURLToPath } from 'node:url';
import { runCommand, UsageError } from '../../src/commands/cli/command.js';
import { blanksIn } from './blanks.js';
import { newRegister, REGISTER_KINDS, writeSkeletons } from './new-register.js';

const COMMAND = {
  name: 'register',
  typed: 'npm run generate -- register',
  summary: 'Starts a new register adapter: writes its files into a clone and lists what to fill in.',
  forms: ['CODE --name NAME'],
  options: {
    name: { type: 'string', value: 'NAME', help: 'the name of the new jurisdiction' },
    kind: { type: 'string', value: 'KIND', help: `how the register is asked: ${REGISTER_KINDS.join(' or ')} (json)` },
  },
} as const;

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const print = (line: string) => void process.stdout.write(`${line}\n`);

await runCommand(COMMAND, async ({ values, positionals: [code, ...rest] }) => {
  if (rest.length > 0) throw new UsageError(`one register at a time: "${rest[0]}" is too many`);
  const register = newRegister(code, values.name, values.kind);
  for (const file of await writeSkeletons(ROOT, register)) print(`wrote ${file}`);
  print('\nFill in each blank, everywhere in the same words:');
  for (const blank of blanksIn(ROOT)) print(`  ${blank}`);
  print('\nThen: npm run format; npm run generate -- sandbox');
  print(`      npm test -- test/registries/registries.spec.ts test/registries/${register.code}.spec.ts test/sandbox`);
});
