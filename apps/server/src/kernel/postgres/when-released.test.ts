import { expect, it } from 'vitest';
import { whenReleased } from './embedded-postgres.ts';

const held = new Error(
  'The embedded database did not start: FATAL:  pre-existing shared memory block (key 1, ID 2) is still in use',
);

/** A start that fails with each of the errors, and then succeeds. */
const failing = (...errors: Error[]) => {
  const start = async () => {
    const error = errors.shift();
    if (error) throw error;
    return 'started';
  };
  return { start, left: errors };
};

it('starts a database again until a killed one has released its memory', async () => {
  const { start, left } = failing(held, held);
  expect(await whenReleased(start)).toBe('started');
  expect(left).toEqual([]);
});

it('tells of any other failure at once', async () => {
  const { start, left } = failing(new Error('FATAL:  could not open file'), held);
  await expect(whenReleased(start)).rejects.toThrow('could not open file');
  expect(left).toEqual([held]);
});
