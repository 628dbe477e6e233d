import { AppError } from '../errors.js';

/** The file as a whole cannot be read: nothing of it is kept. `line` counts from 1; `undefined` where it is no single line. */
export class FileRefused extends AppError {
  constructor(line: number | undefined, reason: string, cause?: unknown) {
    super('VALIDATION_ERROR', {
      message: line === undefined ? reason : `Line ${line}: ${reason}`,
      details: { ...(line === undefined ? {} : { line }), reason },
      suggestion: 'Correct the file and send it again; nothing of it was kept.',
      cause,
    });
  }
}
