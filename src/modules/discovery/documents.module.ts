import { Module } from '@nestjs/common';
import { OwnAddress } from '../../core/own-address.js';
import { Clock } from '../../core/ports.js';
import { ServiceFacts } from './service-facts.js';
import { wire } from '../http/wire.js';
import { Documents, SecurityContact } from './documents.js';
import { Routes } from '../openapi/routes.js';

/** What the service says of itself, made from the routes that run. */
@Module({
  providers: [wire(Routes), wire(Documents, Routes, OwnAddress, ServiceFacts, SecurityContact, Clock)],
})
export class ReferenceModule {}
