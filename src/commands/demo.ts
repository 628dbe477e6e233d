import { join } from 'node:path';
import { loadLocalSettings } from '../config.js';
import { localService, runCommand } from './command.js';
import { Narrator } from './demo/narrator.js';
import { startSecondService } from './demo/second-service.js';
import { tell } from './demo/story.js';

const COMMAND = {
  name: 'demo',
  summary:
    'Tells the whole story against a running service: sign up, verify, poll, receive and check a webhook, look at the bill.\n' +
    'Ends with 0 when everything was as promised; else with 1 and the first thing that was not.',
  options: {
    url: { type: 'string', value: 'URL', help: 'the service; this machine at PORT unless given' },
    key: { type: 'string', value: 'stnd_...', help: 'of an account that exists; a new one is signed up otherwise' },
    outbox: {
      type: 'string',
      value: 'FOLDER',
      help: 'where the service leaves its mail; DATA_DIR/outbox unless given',
    },
    name: { type: 'string', value: 'NAME', help: 'what to verify; a sample of the sandbox otherwise' },
    jurisdiction: { type: 'string', default: 'us-co', value: 'CODE', help: 'where' },
  },
} as const;

const coloured = process.stdout.isTTY && process.stdout.hasColors();
const narrator = new Narrator((line) => void process.stdout.write(`${line}\n`), coloured);

await runCommand(COMMAND, async ({ values: { url, key, outbox, name, jurisdiction } }) => {
  const service = {
    url: url ?? localService(),
    outbox: outbox ?? join(loadLocalSettings().dataDir, 'outbox'),
    second: startSecondService,
  };
  await tell({ ...service, key, name, jurisdiction }, narrator);
});
