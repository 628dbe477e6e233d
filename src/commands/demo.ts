import { join } from 'node:path';
import { loadLocalSettings } from '../config.js';
import { codeOf } from '../core/registries/jurisdiction.js';
import { urlOf } from './cli/ask-service.js';
import { runCommand } from './cli/command.js';
import { DEMO } from './cli/definitions.js';
import { Narrator } from './demo/narrator.js';
import { startSecondService } from './demo/second-service.js';
import { tell } from './demo/story.js';

const coloured = process.stdout.isTTY && process.stdout.hasColors();
const narrator = new Narrator((line) => void process.stdout.write(`${line}\n`), coloured);

await runCommand(DEMO, async ({ values: { url, key, outbox, name, jurisdiction } }) => {
  const service = {
    url: urlOf(url),
    outbox: outbox ?? join(loadLocalSettings().dataDir, 'outbox'),
    second: startSecondService,
  };
  await tell({ ...service, key, name, jurisdiction: codeOf(jurisdiction) }, narrator);
});
