import { InvalidRequest } from '../invalid-request.js';

/**
 * The file as a whole cannot be read: nothing of it is kept. `line` counts from 1; `undefined`
 * where it is no single line.
 */
export class FileRefused extends InvalidRequest {
  constructor(line: number | undefined, reason: string, cause?: unknown) {
    const message = line === undefined ? reason : `Line ${line}: ${reason}`;
    super(
      { location: 'body', field: line === undefined ? 'file' : `line ${line}`, message },
      {
        details: { ...(line === undefined ? {} : { line }), reason },
        suggestion: 'Correct the file and send it again; nothing of it was kept.',
        cause,
      },
    );
  }
}
