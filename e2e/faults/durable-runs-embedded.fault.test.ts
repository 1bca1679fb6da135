import { expect, it } from 'vitest';
import { findEmbeddedPostgres } from '../../tools/test-needs.mjs';
import { surviveFaults } from '../src/runs/survive-faults.ts';

it('durable runs on the embedded PostgreSQL all end, with each recorded call made once, through kills, freezes and restarts at 30 random moments', {
  timeout: 900_000,
}, async () => {
  await expect(surviveFaults(findEmbeddedPostgres())).resolves.toBeUndefined();
});
