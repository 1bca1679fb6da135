import { serveComputations } from '../../src/kernel/compute/serve-computations.ts';
import { askForeign, die, exhaust, priority, refuse, thread, threadOf, wait } from './samples.ts';

serveComputations([askForeign, thread, refuse, wait, exhaust, die, threadOf, priority]);
