import type { LoggerService } from '@nestjs/common';
import type { Log } from '../../../core/ports.js';

/** Nest's own voice: its warnings and errors, not its narration of every module it loads. */
export function nestLogger(log: Log): LoggerService {
  return {
    log: () => {},
    warn: (message: unknown) => log.warn(String(message)),
    error: (message: unknown, ...rest: unknown[]) => log.error(String(message), { rest }),
  };
}
