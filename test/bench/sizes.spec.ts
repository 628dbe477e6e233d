import { describeBench } from './small-run.js';

describeBench('billing queues memory mirror batches growth soak'.split(' '), ['growth.svg', 'soak.svg']);
