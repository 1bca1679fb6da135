import { printSample } from './print-sample.ts';

await printSample();
