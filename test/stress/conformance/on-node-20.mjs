// The suite imports fs.globSync, which Node has from version 22 on, for a command that is not used here.
import { register } from 'node:module';

register('./on-node-20-hooks.mjs', import.meta.url);
