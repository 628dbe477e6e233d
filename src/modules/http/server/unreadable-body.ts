import { InvalidRequest } from '../../../core/invalid-request.js';

/** In place of a body that cannot be read: why not, in words for the caller. */
export class UnreadableBody extends InvalidRequest {}

/** One of which more may still arrive, which nothing reads. */
export class UnreadBody extends UnreadableBody {}
