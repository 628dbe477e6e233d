// Lets Node itself run our TypeScript: for jest's global setup, which jest's own transform does not reach, and for tests that need a
// second process (`node --import ./test/setup/typescript.mjs file.ts`).
import { register } from 'node:module';

register('./typescript-hooks.mjs', import.meta.url);
