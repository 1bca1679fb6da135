import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type FlowBed, flowBed } from '../../../../../tests/flow-bed.ts';
import {
  codeStep,
  keep,
  pieceStep,
  respondWith,
  router,
  type StepJson,
} from '../../../../../tests/flow-json.ts';
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
    ['a short text', { text: 'x'.repeat(16_384) }, false],
    ['a long text', { text: 'x'.repeat(16_385) }, true],
    ['a short list', { list: Array.from({ length: 600 }, (_, n) => ({ n })) }, false],
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

describe('the values and conditions of steps', () => {
  let server: TestServer;
  let bed: FlowBed;
  beforeAll(async () => {
    server = await startTestServer();
    bed = flowBed(server, (await server.signUp()).client);
  });
  afterAll(() => server.close());

  /** Publishes a flow, and returns its answer to a body and the names of what was computed in threads for it. */
  const asking = async (steps: readonly StepJson[]) => {
    const flowId = await bed.publish(steps);
    return async (body: object) => {
      const run = vi.spyOn(server.contextOf('none').services.compute, 'run');
      try {
        const answer = await bed.ask(flowId, body);
        return { body: answer.body, threads: run.mock.calls.map(([{ name }]) => name) };
      } finally {
        run.mockRestore();
      }
    };
  };

  const long = 'x'.repeat(20_000);
  it.each([
    ['a text that is searched', '{{trigger.body.text.includes("needle")}}', [true, true], ['flows.texts']],
    [
      'a text inside others',
      'Begin {{trigger.body.text}} end',
      ['Begin xneedle end', `Begin ${long}needle end`],
      ['flows.texts'],
    ],
    [
      'two values in an object',
      { a: '{{trigger.body.text.length}}', b: '{{trigger.body.text.upper()}}' },
      [
        { a: 7, b: 'XNEEDLE' },
        { a: 20_006, b: `${'X'.repeat(20_000)}NEEDLE` },
      ],
      ['flows.texts'],
    ],
    [
      'entries of a list',
      '{{trigger.body.list[1].name.slice(0, 3) + trigger.body.text.slice(0, 1)}}',
      ['secx', 'secx'],
      [],
    ],
  ])(
    'are computed in a thread above 16 KB, with the same result: %s',
    async (_what, value, results, names) => {
      const ask = await asking([respondWith('step_1', value)]);
      const list = [{ name: 'first' }, { name: 'second' }];
      const small = await ask({ text: 'xneedle', list });
      expect(small).toEqual({ body: results[0], threads: [] });
      const large = await ask({ text: `${long}needle`, list });
      expect(large.body).toEqual(results[1]);
      expect(large.threads.slice(0, 1)).toEqual(names);
    },
  );

  it('are looked up without a thread, however large they are', async () => {
    const ask = await asking([
      keep('step_1', 'kept'),
      router('step_2', [
        {
          branchName: 'There',
          condition: { firstValue: '{{trigger.body.text}}', operator: 'EXISTS' },
          body: [respondWith('step_3', '{{trigger.body.list.length}}')],
        },
        { branchName: 'Otherwise', body: [] },
      ]),
    ]);
    const body = { text: 'x'.repeat(100_000), list: Array.from({ length: 9000 }, (_, at) => at) };
    expect(await ask(body)).toEqual({ body: 9000, threads: [] });
  });

  it('choose the same branches in a thread, of which the first or all are taken', async () => {
    const branch = (word: string) => ({
      branchName: word,
      condition: { firstValue: '{{trigger.body.text}}', operator: 'TEXT_CONTAINS', secondValue: word },
      body: [keep(`step_${word}`, word)],
    });
    const branches = [branch('no'), branch('one'), branch('two'), { branchName: 'Otherwise', body: [] }];
    for (const [way, taken] of [
      ['EXECUTE_FIRST_MATCH', ['one']],
      ['EXECUTE_ALL_MATCH', ['one', 'two']],
    ] as const) {
      const ask = await asking([
        router('step_1', branches, way),
        respondWith('step_2', '{{step_1.branches}}'),
      ]);
      expect(await ask({ text: 'one two' })).toEqual({ body: taken, threads: [] });
      expect(await ask({ text: `${'x'.repeat(50_000)} ONE two` })).toEqual({
        body: taken,
        threads: ['flows.choice'],
      });
    }
  });

  it('fail with the same words in a thread', async () => {
    const flowId = await bed.publish([respondWith('step_1', '{{trigger.body.text.upper().number()}}')]);
    const run = vi.spyOn(server.contextOf('none').services.compute, 'run');
    const failed = async (text: string) => (await bed.ended(await bed.start(flowId, { text }))).cause;
    try {
      const code = 'flows.expression';
      expect(await failed('no')).toMatchObject({ code, message: '“NO” is not a number.' });
      expect(run).not.toHaveBeenCalled();
      const message = `“NO${'!'.repeat(38)}” is not a number.`;
      expect(await failed(`no${'!'.repeat(60_000)}`)).toMatchObject({ code, message });
      expect(run).toHaveBeenCalledOnce();
    } finally {
      run.mockRestore();
    }
  });

  it('find a text of a hundred thousand letters in as many before the caller stops waiting', async () => {
    const letters = 'a'.repeat(50_000);
    const ask = await asking([respondWith('step_1', '{{trigger.body.t.includes(trigger.body.p)}}')]);
    const since = performance.now();
    expect((await ask({ t: 'a'.repeat(300_000), p: `${letters}b${letters}` })).body).toBe(false);
    expect((await ask({ t: `${'a'.repeat(200_000)}b${letters}`, p: `${letters}b${letters}` })).body).toBe(
      true,
    );
    expect(performance.now() - since).toBeLessThan(20_000);
  });
});
