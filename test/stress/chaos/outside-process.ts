// Everything outside the service, in its own process: customers, newcomers, and the receiver of the
// webhooks. It records what it sees and knows nothing of the faults. On `stop`, it finishes what it
// has begun and reports that it is done.
import { Outside, type OutsideSettings } from './outside/outside.js';

const outside = new Outside(JSON.parse(process.argv[2] ?? '') as OutsideSettings);
const telling = setInterval(() => process.send?.({ counts: outside.counts() }), 1_000);
// Without its parent, nothing would end this process.
process.on('disconnect', () => process.exit(1));
process.on('message', (message) => {
  if (message === 'stop') outside.stop();
});
await outside.open();
process.send?.({ open: true });
await outside.run();
clearInterval(telling);
process.send?.({ counts: outside.counts(), done: true });
process.exit(0);
