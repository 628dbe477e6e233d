import { Module } from '@nestjs/common';
import { ServiceAddress } from '../../core/own-address.js';
import { Clock } from '../../core/ports.js';
import { ServiceFacts } from './service-facts.js';
import { wire } from '../http/wire.js';
import { DocumentsController } from './documents.controller.js';
import { Documents, SecurityContact } from './documents.js';
import { Routes } from '../openapi/routes.js';

/** What the service says of itself, made from the routes that run. */
@Module({
  controllers: [DocumentsController],
  providers: [Routes, wire(Documents, Routes, ServiceAddress, ServiceFacts, SecurityContact, Clock)],
})
export class DocumentsModule {}
