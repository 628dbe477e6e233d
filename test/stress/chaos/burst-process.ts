// A customer that sends many requests at once, in its own process: the cost of sending must not be
// measured as waiting time of others.
import { randomUUID } from 'node:crypto';
import { Service } from './outside/service.js';

export interface Burst {
  addresses: string[];
  key: string;
  parallel: number;
}

process.on('disconnect', () => process.exit(1));
process.on('message', ({ addresses, key, parallel }: Burst) => {
  const service = new Service(addresses);
  const asked = Array.from({ length: parallel }, () =>
    service.ask('POST', '/v1/verify', {
      key,
      body: { entity_name: `Unheard Of ${randomUUID()} LLC`, jurisdiction: 'us-co' },
    }),
  );
  void Promise.allSettled(asked).then(() => process.send?.('asked'));
});
