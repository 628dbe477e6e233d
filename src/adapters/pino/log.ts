import { pino, stdSerializers, type Logger } from 'pino';
import { Log } from '../../core/ports.js';

/**
 * JSON lines on stderr, one per event. Secrets are never passed in; redaction is a second line of
 * defence.
 */
export function createLogger(level: string): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { error: stdSerializers.errWithCause },
      redact: {
        paths: ['apiKey', 'api_key', 'code', 'secret', 'password', 'authorization', 'headers', '*.apiKey', '*.headers'],
        censor: '[redacted]',
      },
    },
    pino.destination({ dest: 2, sync: true }),
  );
}

export class PinoLog extends Log {
  constructor(private readonly logger: Logger) {
    super();
  }

  info(message: string, fields: Record<string, unknown> = {}): void {
    this.logger.info(fields, message);
  }

  warn(message: string, fields: Record<string, unknown> = {}): void {
    this.logger.warn(fields, message);
  }

  error(message: string, fields: Record<string, unknown> = {}): void {
    this.logger.error(fields, message);
  }
}
