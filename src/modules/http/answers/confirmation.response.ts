import { z } from 'zod';
import { named, whole } from './answer-fields.js';

export const ConfirmAboveShape = named(
  'ConfirmAbove',
  'Above which price calls have to be confirmed.',
  z.object({ credits: whole('A call that can cost more than this has to be confirmed.') }),
);
