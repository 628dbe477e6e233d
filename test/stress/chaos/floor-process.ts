// The minimum that can answer at all: no authentication, no lookups, no writes.
import fastify from 'fastify';

const server = fastify();
server.post('/v1/verify', async () => ({ status: 'pending' }));
process.on('disconnect', () => process.exit(1));
process.send?.(await server.listen({ port: 0, host: '127.0.0.1' }));
