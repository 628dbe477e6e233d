import { inLongRun } from '../support/long.js';
import { describeBench } from './small-run.js';

const PATHS = inLongRun('billing queues memory mirror batches growth soak', 'billing queues mirror batches growth');

describeBench(PATHS.split(' '), inLongRun(['growth.svg', 'soak.svg'], ['growth.svg']));
