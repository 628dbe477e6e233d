// The whole story of a running service: node examples/demo/main.mjs
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { StandingError } from '@standing/client';
import { Narrator } from './narrator.mjs';
import { startSecondService } from './second-service.mjs';
import { tell } from './story.mjs';

const USAGE = `usage: node examples/demo/main.mjs [options]

Tries everything with a running service: sign up, verify, poll, receive and check a webhook, send a file of names, watch, read the bill.
Exit code: 0 if every step succeeded, else 1, with the first failure.

  --url URL            the service; STANDING_URL, or this machine at PORT, unless given
  --key stnd_...       an existing API key; without it a new account signs up
  --outbox FOLDER      where the service writes its mail; DATA_DIR/outbox, or .data/outbox, unless given
  --name NAME          what to verify; a sample of the sandbox unless given
  --jurisdiction CODE  the jurisdiction to ask (us-co)
  --help, -h           show this
`;

function readArguments() {
  try {
    const { values } = parseArgs({
      options: {
        url: { type: 'string', default: process.env.STANDING_URL || `http://127.0.0.1:${process.env.PORT || 3000}` },
        key: { type: 'string' },
        outbox: { type: 'string', default: join(process.env.DATA_DIR || '.data', 'outbox') },
        name: { type: 'string' },
        jurisdiction: { type: 'string', default: 'us-co' },
        help: { type: 'boolean', short: 'h' },
      },
    });
    return values;
  } catch (error) {
    console.error(`${messageOf(error)}\n\n${USAGE}`);
    return process.exit(2);
  }
}

/** @param {unknown} error */
function messageOf(error) {
  return error instanceof Error ? error.message : String(error);
}

const { help, ...options } = readArguments();
if (help) {
  process.stdout.write(USAGE);
} else {
  const coloured = process.stdout.isTTY && process.stdout.hasColors();
  try {
    await tell({ ...options, second: startSecondService }, new Narrator(console.log, coloured));
  } catch (error) {
    console.error(messageOf(error));
    if (error instanceof StandingError && error.status === 0)
      console.error('Start it with npm start, or give its --url.');
    if (error instanceof StandingError && error.suggestion) console.error(error.suggestion);
    process.exitCode = 1;
  }
}
