import { Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance } from 'fastify';

/** The paths this process has registered, so that documents mention only existing ones. */
@Injectable()
export class ServedPaths {
  private readonly paths = new Set<string>();

  /** Providers are created before the first route is registered. */
  constructor({ httpAdapter }: HttpAdapterHost) {
    httpAdapter.getInstance<FastifyInstance>().addHook('onRoute', ({ url }) => void this.paths.add(url));
  }

  has(path: string): boolean {
    return this.paths.has(path);
  }
}
