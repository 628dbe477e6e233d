// Everything outside the service, in a process of its own: customers, newcomers, and the receiver of the webhooks. It writes down what it
// sees and knows nothing of the faults. Told to stop, it ends what it has begun, and says so.
import { Outside, type OutsideSettings } from './outside/outside.js';

const outside = new Outside(JSON.parse(process.argv[2] ?? '') as OutsideSettings);
const telling = setInterval(() => process.send?.({ counts: outside.counts() }), 1_000);
// Without the process that started it, nobody would end it.
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
