import { expect, it } from 'vitest';
import { markBlocks } from './mark-blocks.ts';

const run = async (text: string, call: string): Promise<number[]> => {
  const { text: marked, count } = markBlocks(text, 10);
  const visits: number[] = Array.from({ length: 10 + count }, () => 0);
  Reflect.set(globalThis, 'visits__', visits);
  await import(`data:text/javascript,${encodeURIComponent(`${marked}\n${call}`)}`);
  return visits.slice(10);
};

it('counts the visits of functions, branches, loops and cases, and changes nothing else', async () => {
  const text = `
function read(n) { if (n > 1) { n -= 1; } else { n = 0; } return n; }
const kinds = (n) => { switch (n) { case 1: return 'one'; default: return 'many'; } };
for (const n of [1, 2, 3]) { read(n); kinds(n); }`;
  expect(await run(text, '')).toEqual([3, 2, 1, 3, 1, 3]);
  const check = "if (read(3) !== 2 || kinds(1) !== 'one' || kinds(2) !== 'many') throw new Error('changed');";
  await expect(run(text, check)).resolves.toHaveLength(6);
});
