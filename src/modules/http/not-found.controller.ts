import { All, Controller, NotFoundException } from '@nestjs/common';
import { RecognisedKey } from '../auth/access.decorators.js';
import { Reads } from './route.decorators.js';

/**
 * Answers what no other route does. It is a route so that the guards see it: it counts, and
 * carries the account headers.
 */
@Controller(['', 'v1'])
export class NotFoundController {
  @All('*')
  @RecognisedKey()
  @Reads('anything')
  refuse(): never {
    throw new NotFoundException();
  }
}
