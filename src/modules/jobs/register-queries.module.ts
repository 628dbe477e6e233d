import { Module } from '@nestjs/common';
import { Registries } from '../../core/registries/ports.js';
import { Tracing } from '../../core/tracing/ports.js';
import { QueryRegistry } from '../../core/verification/query-registry.js';
import { wire } from '../http/wire.js';

/** Putting questions to registers. */
@Module({ providers: [wire(QueryRegistry, Registries, Tracing)], exports: [QueryRegistry] })
export class RegisterQueriesModule {}
