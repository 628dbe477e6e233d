import { Controller, Get } from '@nestjs/common';
import { requestSchema } from '../http/request-schema.js';
import { TOOLS } from './tools.js';

/** The tools as two families of models take them. */
@Controller('tools')
export class ToolArraysController {
  /** Chat-completions style. Not `strict`: that would demand every optional field of every call. */
  @Get('openai.json')
  openAi() {
    return TOOLS.map(({ name, description, input }) => ({
      type: 'function',
      function: { name, description, parameters: requestSchema(input), strict: false },
    }));
  }

  /** Messages style. */
  @Get('anthropic.json')
  anthropic() {
    return TOOLS.map(({ name, description, input }) => ({ name, description, input_schema: requestSchema(input) }));
  }
}
