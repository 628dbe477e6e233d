import type { RouteDoc } from '../http/contract.js';

export const READ_METRICS: RouteDoc = {
  operation: 'readMetrics',
  summary: 'Read the metrics',
  description:
    'In the text format of Prometheus. Needs `Authorization: Bearer METRICS_TOKEN` where the operator set one.',
  answers: { 200: 'text' },
  errors: ['UNAUTHORIZED'],
};
