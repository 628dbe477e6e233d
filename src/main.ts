import 'reflect-metadata';
import { Lifecycle } from './bootstrap/lifecycle.js';
import { giveBackMemory } from './bootstrap/memory.js';
import { reasonNotToStart } from './bootstrap/reason-not-to-start.js';
import { start } from './bootstrap/start.js';
import { loadConfig } from './config.js';

const lifecycle = new Lifecycle();

try {
  await start(loadConfig(), lifecycle);
  void giveBackMemory();
} catch (error) {
  // An end that was asked for meanwhile takes away what the start needs.
  if (!lifecycle.ending) console.error(reasonNotToStart(error));
  await lifecycle.end(1);
}
