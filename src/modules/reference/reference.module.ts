import { Module } from '@nestjs/common';
import { wire } from '../http/wire.js';
import { ReferenceController } from './reference.controller.js';
import { Routes } from './routes.js';

/** What the service says of itself, made from the routes that run. */
@Module({ controllers: [ReferenceController], providers: [wire(Routes)] })
export class ReferenceModule {}
