import { Body, Controller, Get, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiTags } from '@nestjs/swagger';
import type { Caller } from '../../core/accounts/account.js';
import { requireUnlimited } from '../../core/accounts/caller-limits.js';
import { invalid } from '../../core/invalid-request.js';
import { MAX_WAIT_SECONDS } from '../../core/limits.js';
import { SandboxClock } from '../../core/watches/ports.js';
import { SetClock } from '../../core/watches/clock/set-clock.js';
import { setPendingHeaders } from '../http/answers/answer-headers.js';
import { CurrentCaller, header, waitPreference } from '../http/request.js';
import { Operation } from '../openapi/operation.decorator.js';
import { AdvanceBody } from './watches.dto.js';
import { clockAnswer, ClockShape } from './watches.response.js';

const LOOK_AGAIN_SECONDS = 1;
const UNITS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };
/** Ten years have at most three leap days. */
const TEN_YEARS_MS = 3_653 * 86_400_000;

/** Sandbox mode only: real registers have no clock to move. */
@ApiTags('Watches')
@Controller('v1/sandbox/clock')
export class SandboxClockController {
  constructor(
    private readonly clock: SandboxClock,
    private readonly setClock: SetClock,
  ) {}

  @Get()
  @Operation({
    id: 'getSandboxClock',
    summary: 'Read the clock of the sandbox',
    description: 'Only in sandbox mode. Watches and the scripted companies use this clock. Free.',
    answers: { 200: ClockShape },
  })
  async read() {
    return clockAnswer(await this.clock.read());
  }

  @Post('advance')
  @Operation({
    id: 'advanceSandboxClock',
    summary: 'Move the clock of the sandbox forward',
    description:
      'Only in sandbox mode, for the whole installation, and only forward; concurrent advances add up. Returns 200 once everything that fell due has happened, or 202 while it is in progress. A key or an application with limits may not move it.',
    answers: { 200: ClockShape, 202: ClockShape },
    errors: ['FORBIDDEN'],
  })
  async advance(
    @CurrentCaller() { limits }: Caller,
    @Body() { by }: AdvanceBody,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    // Watches of others fall due, too.
    requireUnlimited(limits);
    const byMs = durationOf(by);
    const waitSeconds = waitPreference(header(request, 'prefer'));
    if (waitSeconds !== undefined) void reply.header('preference-applied', `wait=${waitSeconds}`);
    const { time, done } = await this.setClock.run(byMs, (waitSeconds ?? MAX_WAIT_SECONDS) * 1000);
    if (!done) setPendingHeaders(reply, '/v1/sandbox/clock', LOOK_AGAIN_SECONDS);
    void reply.status(done ? 200 : 202);
    return clockAnswer(time);
  }
}

function durationOf(by: string): number {
  const [, count, unit = ''] = /^(\d{1,12})([smhd])$/.exec(by) ?? [];
  const ms = Number(count) * (UNITS[unit] ?? Number.NaN);
  if (ms > 0 && ms <= TEN_YEARS_MS) return ms;
  throw invalid('by', 'must be one whole positive duration such as 90s, 15m, 12h or 30d, at most ten years');
}
