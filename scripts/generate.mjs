#!/usr/bin/env node
// Regenerates the committed files that are made from the code: npm run generate [-- PART...]. Runs
// all parts unless some are named, except answers, which has new ids each time.
import { spawnSync } from 'node:child_process';

const TYPESCRIPT = ['--import', './test/setup/typescript.mjs'];
const JEST = ['node_modules/jest/bin/jest.js', '--silent'];

/**
 * In order: each part may read the output of those before it. Only the last needs a compiled
 * client, whose types are made from the document.
 */
const PARTS = {
  version: ['scripts/release/set-version.mjs'],
  sandbox: ['packages/sandbox/dist/generate.js'],
  bulk: ['packages/sandbox/dist/bulk/generate.js'],
  answers: [...JEST, 'test/openapi/answers.spec.ts'],
  client: [...JEST, 'test/openapi/client-types.spec.ts'],
  tools: [...JEST, 'test/tools/tool-transcripts.spec.ts'],
  paths: [...JEST, 'test/verification/request-path.spec.ts'],
  reference: [...TYPESCRIPT, 'scripts/reference/main.ts'],
};

const asked = process.argv.slice(2);
const unknown = asked.find((part) => !Object.hasOwn(PARTS, part));
if (unknown !== undefined) {
  console.error(`"${unknown}" is not generated: name some of ${Object.keys(PARTS).join(', ')}`);
  process.exit(2);
}
for (const [part, program] of Object.entries(PARTS)) {
  if (asked.length > 0 ? !asked.includes(part) : part === 'answers') continue;
  console.log(`generating ${part}`);
  if (part === 'reference') run(['scripts/prepare.mjs']);
  run(program);
}

function run(program) {
  const { status } = spawnSync(process.execPath, program, { stdio: 'inherit', env: { ...process.env, RENEW: '1' } });
  if (status !== 0) process.exit(status ?? 1);
}
