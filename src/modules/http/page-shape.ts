import { z } from 'zod';
import { named, whole } from './answer-fields.js';

export const PaginationShape = named(
  'Pagination',
  'Which part of a list this is.',
  z.object({
    limit: whole('How many were asked for.', { least: 1, most: 100 }),
    offset: whole('How many were left out first.'),
    total: whole('How many there are.'),
  }),
);
