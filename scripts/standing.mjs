#!/usr/bin/env node
// Runs `standing COMMAND [arguments]`: in a clone (npx --no standing), in the package of the service and
// in its image.
import { existsSync } from 'node:fs';

// The package and the image have no sources.
if (existsSync(new URL('../tsconfig.build.json', import.meta.url))) await import('./prepare.mjs');
const { runStanding } = await import('../dist/commands/cli/standing.js');
await runStanding();
