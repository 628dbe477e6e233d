import { Module } from '@nestjs/common';
import { ConfirmCalls } from '../../core/confirmations/confirm-calls.js';
import { ConfirmationSeal, UsedConfirmations } from '../../core/confirmations/ports.js';
import { Clock } from '../../core/ports.js';
import { DiscoveryModule } from '../discovery/discovery.module.js';
import { ServiceFacts } from '../discovery/service-facts.js';
import { wire } from '../http/wire.js';
import { CallTool } from '../tools/call-tool.js';
import { ToolsModule } from '../tools/tools.module.js';
import { McpController } from './mcp.controller.js';
import { McpServers } from './mcp-servers.js';

@Module({
  imports: [ToolsModule, DiscoveryModule],
  controllers: [McpController],
  providers: [
    wire(ConfirmCalls, ConfirmationSeal, UsedConfirmations, Clock),
    wire(McpServers, CallTool, ConfirmCalls, ServiceFacts),
  ],
})
export class McpModule {}
