import { Module } from '@nestjs/common';
import { ConfirmCalls } from '../../core/confirmations/confirm-calls.js';
import { ToolsModule } from '../tools/tools.module.js';
import { McpController } from './mcp.controller.js';
import { McpServers } from './mcp-servers.js';

@Module({
  imports: [ToolsModule],
  controllers: [McpController],
  providers: [ConfirmCalls, McpServers],
})
export class McpModule {}
