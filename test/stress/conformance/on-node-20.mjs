// The suite imports fs.globSync, which exists only in Node 22 and later, for a command that is not
// used here.
import { register } from 'node:module';

register('./on-node-20-hooks.mjs', import.meta.url);
