import { describe, expect, it } from 'vitest';
import { codeLimits } from './code-run.ts';
import { CodeRunner } from './index.ts';

const runner = new CodeRunner();
const run = (body: string, change: { input?: string; pad?: number } = {}) =>
  runner.run({
    code: `export const code = async (inputs) => { ${body} };${' '.repeat(change.pad ?? 0)}`,
    input: change.input ?? '{}',
  });
const codeOf = (body: string) => `export const code = async (inputs) => { ${body} };`.length;

describe('the limits of code', () => {
  it('are reached and not exceeded by the code and its input', async () => {
    const body = 'return inputs.a.length;';
    const most = codeLimits.codeLength - codeOf(body);
    const input = (length: number) => `{"a":"${'x'.repeat(length - 8)}"}`;
    expect(await run(body, { pad: most, input: input(20) })).toMatchObject({ output: 12 });
    expect(await run(body, { pad: most + 1 })).toMatchObject({ failure: 'TOO_LARGE', logs: [] });
    expect(await run(body, { input: input(codeLimits.inputLength) })).toMatchObject({
      output: codeLimits.inputLength - 8,
    });
    expect(await run(body, { input: input(codeLimits.inputLength + 1) })).toMatchObject({
      failure: 'TOO_LARGE',
    });
  });

  it('are reached and not exceeded by the depth of a value, whatever its texts contain', async () => {
    const nested = (levels: number) =>
      run(
        `let value = "[{\\\\\\"["; for (let at = 0; at < ${levels}; at++) value = at % 2 ? [value] : { a: value }; return value;`,
      );
    expect((await nested(codeLimits.depth)).failure).toBeUndefined();
    expect((await nested(codeLimits.depth + 1)).failure).toBe('TOO_LARGE');
    const siblings = await run(`return Array.from({ length: ${codeLimits.depth * 3} }, () => [[]]);`);
    expect(siblings.failure).toBeUndefined();
  });

  it('are reached and not exceeded by the lines that are logged', async () => {
    const { logs } = await run(
      `for (let at = 0; at < ${codeLimits.lines + 5}; at++) console.log(at); return 1;`,
    );
    expect(logs).toHaveLength(codeLimits.lines);
  });

  it('leave a failure with its line', async () => {
    expect(await run('\n\nthrow new Error("no");')).toMatchObject({
      failure: 'FAILED',
      message: 'Error: no',
      line: 3,
    });
    expect(await run('await new Promise(() => undefined);')).toMatchObject({
      failure: 'FAILED',
      message: expect.stringContaining('waits for something that never comes'),
    });
    expect(await runner.run({ code: 'export const code = () => {', input: '{}' })).toMatchObject({
      failure: 'FAILED',
    });
  });
});
