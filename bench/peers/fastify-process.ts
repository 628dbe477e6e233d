import fastify from 'fastify';
import { isKeyKnown, knownEntities, tellUrl } from './known-entities.js';

const app = fastify();
app.addHook('onRequest', async (request, reply) => {
  if (!isKeyKnown(request.headers['x-api-key'])) return reply.status(401).send({ error: 'unknown key' });
});
app.get<{ Params: { id: string } }>('/v1/entity/:id', async ({ params }, reply) => {
  const entity = knownEntities.get(params.id);
  return entity ?? reply.status(404).send({ error: 'not found' });
});
tellUrl(await app.listen({ port: 0, host: '127.0.0.1' }));
