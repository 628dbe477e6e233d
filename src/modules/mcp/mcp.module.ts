import { Module } from '@nestjs/common';
import { ConfirmCalls } from '../../core/confirmations/confirm-calls.js';
import { DiscoveryModule } from '../discovery/discovery.module.js';
import { ToolsModule } from '../tools/tools.module.js';
import { McpController } from './mcp.controller.js';
import { McpServers } from './mcp-servers.js';

@Module({
  imports: [ToolsModule, DiscoveryModule],
  controllers: [McpController],
  providers: [ConfirmCalls, McpServers],
})
export class McpModule {}
