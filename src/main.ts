import 'reflect-metadata';
import { banner } from './bootstrap/banner.js';
import { createApplication } from './bootstrap/application.js';
import { startInfrastructure } from './bootstrap/start-infrastructure.js';
import { Lifecycle } from './bootstrap/lifecycle.js';
import { requirePort } from './bootstrap/port.js';
import { reasonNotToStart } from './bootstrap/reason-not-to-start.js';
import { loadConfig } from './config.js';

const lifecycle = new Lifecycle();

try {
  const config = loadConfig();
  lifecycle.endOnSignals();
  await requirePort(config);
  const infrastructure = await startInfrastructure(config, lifecycle);
  const app = await createApplication(infrastructure);
  lifecycle.closeApplication(app, config.drainMs);
  await app.listen({ port: config.port, host: config.host });
  infrastructure.say(banner(config, config.baseUrl ?? (await app.getUrl()), infrastructure.registries));
} catch (error) {
  // An end that was asked for meanwhile takes away what the start needs.
  if (!lifecycle.ending) console.error(reasonNotToStart(error));
  await lifecycle.end(1);
}
