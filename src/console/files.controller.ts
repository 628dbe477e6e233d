import { Controller, Get, Param, Post, Req, Res, UseFilters } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../core/errors.js';
import { sendDocument } from '../modules/discovery/documents/send-document.js';
import { Reads } from '../modules/http/route.decorators.js';
import { PerAddress } from '../modules/auth/access.decorators.js';
import { ASSETS } from './assets.js';
import { ConsoleErrorFilter } from './console-error.filter.js';
import { OpenPages } from './session/console.hook.js';

@Controller('console/assets')
@UseFilters(ConsoleErrorFilter)
export class ConsoleFilesController {
  @Get(':name')
  @PerAddress('open')
  async file(@Param('name') name: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const file = ASSETS.get(name);
    if (!file) throw new AppError('NOT_FOUND');
    await sendDocument(file, request, reply);
  }
}

/** Paths without a page. */
@OpenPages('console')
export class ConsoleNotFoundController {
  @Get('*')
  @PerAddress('open')
  show(): never {
    throw new AppError('NOT_FOUND');
  }

  @Post('*')
  @PerAddress('open')
  @Reads('nothing')
  press(): never {
    throw new AppError('NOT_FOUND');
  }
}
