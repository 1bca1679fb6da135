import { serveComputations } from '../../src/kernel/compute/index.ts';
import { die, exhaust, refuse, thread, threadOf, wait } from './samples.ts';

serveComputations([thread, refuse, wait, exhaust, die, threadOf]);
