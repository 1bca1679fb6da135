import { afterEach, describe, expect, it, vi } from 'vitest';
import { CodeRunner } from './index.ts';
import { wasm } from './machine.ts';

type Memory = InstanceType<ReturnType<typeof wasm>['Memory']>;

/** Runs code one after another in one runner, and keeps the memories of its machines. */
const watchMemories = () => {
  const memories: Memory[] = [];
  const { Memory: Original } = wasm();
  vi.spyOn(wasm(), 'Memory').mockImplementation(function make(size) {
    const memory = new Original(size);
    memories.push(memory);
    return memory;
  });
  const runner = new CodeRunner();
  const run = async (body: string, input = '{}') => {
    const code = `export const code = async (inputs) => { ${body} };`;
    const outcome = await runner.run({ code, input });
    // The next machine is made once this run is over.
    await new Promise((resolve) => setImmediate(resolve));
    await runner.warm();
    return outcome;
  };
  return { runner, run, memories };
};

const bytesOf = (memory: Memory | undefined): Buffer => Buffer.from(memory?.buffer ?? new ArrayBuffer(0));

/** Code that goes as deep as the interpreter lets it, in each of its ways to go deep, and that needs more memory than a new machine has. */
const meddling: [string, string][] = [
  ['calls without end', 'const f = (n) => 1 + f(n + 1); try { f(0); } catch { return 1; }'],
  [
    'calls with many variables',
    `const f = (n) => { ${Array.from({ length: 400 }, (_, at) => `const v${at} = n;`).join('')} return f(n + 1); }; try { f(0); } catch { return 1; }`,
  ],
  [
    'calls with many values',
    'const all = new Array(100).fill(1); const f = (...values) => f(...values); try { f(...all); } catch { return 1; }',
  ],
  ['groups of a pattern', 'try { new RegExp("(?:".repeat(20000) + ")".repeat(20000)); } catch { return 1; }'],
  ['a pattern that goes back', 'return /^(?:(?:a|b)*)*c$/.test("ab".repeat(8));'],
  ['a nested text', 'try { JSON.parse("[".repeat(3000) + "]".repeat(3000)); } catch { return 1; } return 1;'],
  ['nested code', 'try { eval("[".repeat(200) + "]".repeat(200)); } catch { return 1; } return 1;'],
  [
    'a proxy of proxies',
    'let p = {}; for (let at = 0; at < 3000; at++) p = new Proxy(p, {}); try { return p.a ?? 1; } catch { return 1; }',
  ],
  ['sorting', 'return Array.from({ length: 5000 }, Math.random).sort((a, b) => a - b).length;'],
  ['two MB', 'globalThis.kept = new Uint8Array(2e6).fill(171); return 1;'],
];

describe('a machine that runs code again', () => {
  afterEach(() => void vi.restoreAllMocks());

  it.each(meddling)('has the memory of a new one after %s', async (_what, body) => {
    const { runner, run, memories } = watchMemories();
    await runner.warm();
    const [memory] = memories;
    const atFirst = Buffer.from(bytesOf(memory));
    expect((await run(body)).failure).toBeUndefined();
    expect(memories).toHaveLength(1);
    const now = bytesOf(memory);
    expect(now.subarray(0, atFirst.length).equals(atFirst)).toBe(true);
    expect(now.subarray(atFirst.length).every((byte) => byte === 0)).toBe(true);
  });

  it('is not used again once its memory has grown to more than 11 MiB', async () => {
    const { run, memories } = watchMemories();
    await run('globalThis.kept = new Uint8Array(7e6).fill(171); return 1;');
    expect(memories).toHaveLength(2);
  });

  it('is not used again once its stack was deeper than the interpreter allows', async () => {
    const { runner, run, memories } = watchMemories();
    await runner.warm();
    // The stack begins behind its five MiB, and is used from its end.
    bytesOf(memories[0]).fill(171, 4.5 * 2 ** 20, 5 * 2 ** 20);
    await run('return 1;');
    expect(memories).toHaveLength(2);
  });
});
