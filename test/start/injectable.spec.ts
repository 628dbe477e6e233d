import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { ModuleRef, ModulesContainer } from '@nestjs/core';
import { startService } from '../support/harness.js';

describe('a provider that Nest constructs', () => {
  it('is decorated, so that its dependencies are known by their types', async () => {
    let app: NestFastifyApplication | undefined;
    const service = await startService({ prepare: (prepared) => (app = prepared) });
    try {
      const modules = [...(app?.get(ModulesContainer, { strict: false }).values() ?? [])];
      const wrappers = modules.flatMap(({ providers, controllers }) => [
        ...providers.values(),
        ...controllers.values(),
      ]);
      const constructed = wrappers.flatMap(({ name, metatype, inject, isNotMetatype }) =>
        metatype && !inject && !isNotMetatype && name !== ModuleRef.name ? [metatype] : [],
      );
      expect(constructed.length).toBeGreaterThan(200);
      const undecorated = constructed.filter(
        (type) => type.length > 0 && Reflect.getMetadata('design:paramtypes', type) === undefined,
      );
      expect(undecorated.map(({ name }) => name)).toEqual([]);
    } finally {
      await service.close();
    }
  });
});
