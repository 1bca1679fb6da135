import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type FlowBed, flowBed } from '../../../../../tests/flow-bed.ts';
import { codeStep, pieceStep, respondWith } from '../../../../../tests/flow-json.ts';
import { startTestServer, type TestServer } from '../../../../../tests/harness.ts';
import { isHeavy } from './run-pure.ts';

describe('a pure step with a large input', () => {
  let server: TestServer;
  let bed: FlowBed;
  beforeAll(async () => {
    server = await startTestServer();
    bed = flowBed(server, (await server.signUp()).client);
  });
  afterAll(() => server.close());

  it.each([
    ['a short text', { text: 'x'.repeat(40_000) }, false],
    ['a long text', { text: 'x'.repeat(40_001) }, true],
    ['a short list', { list: Array.from({ length: 1000 }, (_, n) => ({ n })) }, false],
    ['a long list of numbers', { list: Array.from({ length: 10_000 }, (_, n) => n) }, true],
    ['many objects', { list: Array.from({ length: 4000 }, (_, n) => ({ n })) }, true],
    ['a long list inside', { a: { b: [{ c: Array.from({ length: 200_000 }, () => null) }] } }, true],
  ])('is computed in a thread: %s', (_what, input, expected) => {
    expect(isHeavy(input)).toBe(expected);
  });

  it('gives the same result as a small one', async () => {
    const code =
      'export const code = ({ n }) => Array.from({ length: n }, (_, at) => ({ name: `n${at % 7}`, at }));';
    const flowId = await bed.publish([
      codeStep('step_1', code, { n: '{{trigger.body.n}}' }),
      pieceStep('step_2', ['data-mapper', 'remove_duplicates'], {
        list: '{{step_1}}',
        path: '{{trigger.body.by}}',
      }),
      respondWith('step_3', '{{step_2}}'),
    ]);
    const expected = Array.from({ length: 7 }, (_, at) => ({ name: `n${at}`, at }));
    expect((await bed.ask(flowId, { n: 20, by: 'name' })).body).toEqual(expected);
    expect((await bed.ask(flowId, { n: 30_000, by: 'name' })).body).toEqual(expected);
  });

  it('is checked in a thread also before a step that answers, and before one that calls somebody', async () => {
    const code = 'export const code = ({ n }) => Array.from({ length: n }, (_, at) => ({ at }));';
    const flowId = await bed.publish([
      codeStep('step_1', code, { n: '{{trigger.body.n}}' }),
      pieceStep('step_2', ['storage', 'put_value'], { key: 'list', value: '{{step_1}}' }),
      respondWith('step_3', '{{step_1}}'),
    ]);
    const computed = vi.spyOn(server.contextOf('none').services.compute, 'run');
    const names = () => computed.mock.calls.splice(0).map(([{ name }]) => name);
    const listOf = (n: number) => Array.from({ length: n }, (_, at) => ({ at }));
    try {
      expect((await bed.ask(flowId, { n: 20 })).body).toEqual(listOf(20));
      expect(names()).toEqual(['flows.code']);
      expect((await bed.ask(flowId, { n: 5000 })).body).toEqual(listOf(5000));
      expect(names()).toEqual(['flows.code', 'flows.input', 'flows.input']);
    } finally {
      computed.mockRestore();
    }
  });

  it('fails with the same words as a small one', async () => {
    const flowId = await bed.publish([
      pieceStep('step_1', ['json', 'parse_json'], { text: '{{trigger.body.text}}' }),
    ]);
    const failed = async (text: string) => (await bed.ended(await bed.start(flowId, { text }))).cause;
    const small = await failed('[1, oh no]');
    expect(small?.code).toMatch(/^pieces\./);
    expect((await failed(`[1, oh no${' '.repeat(60_000)}]`))?.code).toBe(small?.code);
  });
});
