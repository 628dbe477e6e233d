import { Controller, Get, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { json } from '../discovery/documents/published.js';
import { sendDocument } from '../discovery/documents/send-document.js';
import { inputSchema } from './schemas/input-schema.js';
import { TOOLS } from './tools.js';

/** Chat Completions format. Not `strict`: that would require every optional field in every call. */
const OPENAI = json(
  TOOLS.map(({ name, description, input }) => ({
    type: 'function',
    function: { name, description, parameters: inputSchema(input), strict: false },
  })),
);

/** Messages format. */
const ANTHROPIC = json(
  TOOLS.map(({ name, description, input }) => ({ name, description, input_schema: inputSchema(input) })),
);

@Controller('tools')
export class ToolArraysController {
  @Get('openai.json')
  async openAi(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    await sendDocument(OPENAI, request, reply);
  }

  @Get('anthropic.json')
  async anthropic(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    await sendDocument(ANTHROPIC, request, reply);
  }
}
