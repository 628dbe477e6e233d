import { Clock } from '../../core/ports.js';

export class SystemClock extends Clock {
  now(): Date {
    return new Date();
  }
}
