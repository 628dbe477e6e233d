import { runCommand } from './cli/command.js';
import { START } from './cli/definitions.js';

await runCommand(START, async () => {
  await import('../main.js');
});
