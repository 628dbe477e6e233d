import { Module } from '@nestjs/common';
import { Entities } from '../../core/entities/ports.js';
import { ReadEntity } from '../../core/entities/read-entity.js';
import { wire } from '../http/wire.js';
import { EntitiesController } from './entities.controller.js';

@Module({ controllers: [EntitiesController], providers: [wire(ReadEntity, Entities)] })
export class EntitiesModule {}
