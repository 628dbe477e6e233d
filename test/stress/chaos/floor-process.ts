// The least that can answer at all: nobody is asked who they are, nothing is looked up, nothing is written.
import fastify from 'fastify';

const server = fastify();
server.post('/v1/verify', async () => ({ status: 'pending' }));
process.on('disconnect', () => process.exit(1));
process.send?.(await server.listen({ port: 0, host: '127.0.0.1' }));
