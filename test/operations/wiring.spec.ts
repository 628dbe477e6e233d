import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ModulesContainer } from '@nestjs/core';
import { startService, type Service } from '../support/harness.js';

/** What Nest makes in every module by itself, and what stands once for each use by its design. */
const NESTS_OWN =
  /^(ModuleRef|ApplicationConfig|HttpAdapterHost|Reflector|SerializedGraph|REQUEST|INQUIRER|APP_(GUARD|PIPE|FILTER))/;

/** Modules of Nest and its packages. */
const FRAMEWORK = /^(Internal|Bull|Throttler|Terminus)/;

let service: Service;
let container: ModulesContainer;
beforeAll(async () => {
  service = await startService({
    env: { ADMIN_API_KEY: 'a key of at least 24 characters' },
    prepare: (app) => (container = app.get(ModulesContainer)),
  });
});
afterAll(() => service.close());

const nameOf = (token: unknown) => (typeof token === 'function' ? token.name : String(token));

describe('the modules of the application', () => {
  it('make each provider once: one module owns it, the others import that module', () => {
    const owners = new Map<unknown, Set<string>>();
    for (const module of container.values()) {
      for (const token of module.providers.keys()) {
        if (token === module.metatype || NESTS_OWN.test(nameOf(token))) continue;
        owners.set(token, (owners.get(token) ?? new Set()).add(`${module.name} ${module.id}`));
      }
    }
    const several = [...owners].filter(([, modules]) => modules.size > 1);
    expect(owners.size).toBeGreaterThan(60);
    expect(several.map(([token, modules]) => `${nameOf(token)}: ${[...modules].join(', ')}`)).toEqual([]);
  });

  it('are imported by class: only the settings and what was started before are arguments', () => {
    const own = [...container.values()].filter(({ name }) => name !== 'AppModule' && !FRAMEWORK.test(name));
    const takesArguments = own.filter(({ metatype }) =>
      Object.values(Object.getOwnPropertyDescriptors(metatype)).some(({ value }) => typeof value === 'function'),
    );
    expect(own.length).toBeGreaterThan(25);
    expect(takesArguments.map(({ name }) => name).toSorted()).toEqual(['InfrastructureModule', 'SettingsModule']);
  });

  it('are global only where they hold ports, or what every route shares', () => {
    const globals = [...container.values()].filter(({ isGlobal }) => isGlobal).map(({ name }) => name);
    const own = globals.filter((name) => !FRAMEWORK.test(name));
    expect(own.toSorted()).toEqual([
      'AccountPortsModule',
      'BatchPortsModule',
      'BillingPortsModule',
      'ConfirmationPortsModule',
      'HttpModule',
      'InProcessQueuesModule',
      'InfrastructureModule',
      'PlatformModule',
      'PostgresModule',
      'SettingsModule',
      'VerificationPortsModule',
      'WatchPortsModule',
      'WebhookPortsModule',
    ]);
  });
});
