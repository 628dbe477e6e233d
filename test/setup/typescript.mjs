// Lets Node run our TypeScript directly: in jest's workers, and in second processes of tests (`node
// --import ./test/setup/typescript.mjs file.ts`).
import { register } from 'node:module';

process.setSourceMapsEnabled(true);
register('./typescript-hooks.mjs', import.meta.url);
