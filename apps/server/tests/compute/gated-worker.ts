import { existsSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';

// The threads of the product, which begin to compute once the file exists that the address names: what is ordered before waits.
const gate = new URL(import.meta.url).searchParams.get('gate') ?? '';
while (!existsSync(gate)) await setTimeout(20);
await import('../../src/compute-worker.ts');
