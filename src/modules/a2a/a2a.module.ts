import { Module } from '@nestjs/common';
import { ToolsModule } from '../tools/tools.module.js';
import { A2aController } from './a2a.controller.js';

@Module({ imports: [ToolsModule], controllers: [A2aController] })
export class A2aModule {}
