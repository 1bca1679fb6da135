import type { Flow } from '@atelier/contracts/assistants/flows/flow-model';
import { describe, expect, it } from 'vitest';
import { listStepPositions, readFlow, writeFlow } from './index.ts';

const piece = (name: string, more: Record<string, unknown> = {}) => ({
  name,
  type: 'PIECE',
  displayName: `Title of ${name}`,
  valid: true,
  settings: {
    pieceName: 'utilities',
    pieceVersion: '~0.2.14',
    pieceType: 'OFFICIAL',
    packageType: 'REGISTRY',
    actionName: 'agent_output',
    input: { output: '{{trigger.body}}' },
    errorHandlingOptions: { retryOnFailure: true, continueOnFailure: false },
  },
  ...more,
});

const webhook = (more: Record<string, unknown> = {}) => ({
  name: 'trigger',
  type: 'PIECE_TRIGGER',
  displayName: 'Catch a call',
  valid: true,
  settings: { pieceName: 'webhook', pieceVersion: '', triggerName: 'catch_webhook', input: {} },
  ...more,
});

const flowOf = (json: unknown): Flow => {
  const { flow, problems } = readFlow(json);
  if (!flow) throw new Error(JSON.stringify(problems));
  return flow;
};

const messagesOf = (json: unknown) =>
  (readFlow(json).problems ?? []).map(({ step, message }) => `${step}: ${message}`);

/** A chain of this many steps, nested as in the public JSON. */
const chainOf = (count: number) => {
  let chain: unknown;
  for (let number = count; number >= 1; number -= 1) {
    chain = piece(`step_${number}`, chain === undefined ? {} : { nextAction: chain });
  }
  return { displayName: 'Long', trigger: webhook({ nextAction: chain }) };
};

const nestedLoops = (levels: number) => {
  let inside: unknown = piece('innermost');
  for (let level = levels; level >= 1; level -= 1) {
    inside = {
      name: `loop_${level}`,
      type: 'LOOP_ON_ITEMS',
      settings: { items: '{{trigger.body}}' },
      firstLoopAction: inside,
    };
  }
  return { trigger: webhook({ nextAction: inside }) };
};

describe('a flow in the documented shape', () => {
  const json = {
    displayName: 'Answer leads',
    trigger: webhook({ nextAction: piece('step_1', { nextAction: piece('step_4') }) }),
  };

  it('is read with the fields of each step, and written again as it was', {
    tags: ['FLOW-03', 'FLOW-04', 'FLOW-06'],
  }, () => {
    const flow = flowOf(json);
    expect(flow).toMatchObject({ displayName: 'Answer leads', first: 'step_1' });
    expect(flow.steps['step_1']).toMatchObject({
      type: 'PIECE',
      next: 'step_4',
      settings: { pieceName: 'utilities', actionName: 'agent_output', pieceVersion: '~0.2.14' },
      errors: { retryOnFailure: true, continueOnFailure: false },
    });
    expect(writeFlow(flow)).toEqual({ ...json, otherTriggers: [], notes: [] });
  });

  it('neither retries nor continues unless it says so', { tags: ['FLOW-05'] }, () => {
    const step = { name: 'step_1', type: 'PIECE', settings: { pieceName: 'http' } };
    expect(flowOf({ trigger: webhook({ nextAction: step }) }).steps['step_1']?.errors).toEqual({
      retryOnFailure: false,
      continueOnFailure: false,
    });
  });

  it('says which steps are not valid', () => {
    const { trigger } = writeFlow(flowOf(json), { invalid: new Set(['step_1']) });
    expect(trigger).toMatchObject({ valid: true, nextAction: { valid: false, nextAction: { valid: true } } });
  });
});

describe('a flow in the newer public shape', () => {
  const json = {
    displayName: 'Sort orders',
    trigger: webhook({
      nextAction: {
        name: 'step_1',
        type: 'CODE',
        displayName: 'Code',
        skip: true,
        settings: {
          sourceCode: { code: 'export const code = async () => 1;', packageJson: '{}' },
          input: { n: '{{trigger.body.n}}' },
          errorHandlingOptions: { continueOnFailure: { value: true }, retryOnFailure: { value: false } },
        },
        nextAction: {
          name: 'step_2',
          type: 'ROUTER',
          displayName: 'Router',
          settings: {
            executionType: 'EXECUTE_ALL_MATCH',
            branches: [
              {
                branchName: 'Large',
                branchType: 'CONDITION',
                conditions: [
                  [{ firstValue: '{{step_1}}', operator: 'NUMBER_IS_GREATER_THAN', secondValue: '10' }],
                ],
              },
              { branchName: 'Otherwise', branchType: 'FALLBACK' },
            ],
          },
          children: [
            {
              name: 'step_3',
              type: 'LOOP_ON_ITEMS',
              displayName: 'Loop',
              settings: { items: '{{trigger.body.items}}' },
              firstLoopAction: piece('step_4'),
            },
            null,
          ],
          nextAction: piece('step_5'),
        },
      },
    }),
  };

  it('is read with code, routers and loops, and written again in both shapes without a loss', () => {
    const flow = flowOf(json);
    expect(listStepPositions(flow).map(({ step, depth }) => `${step.name} ${depth}`)).toEqual([
      'step_1 0',
      'step_2 0',
      'step_3 1',
      'step_4 2',
      'step_5 0',
    ]);
    expect(flow.steps['step_1']).toMatchObject({
      isSkipped: true,
      settings: { code: 'export const code = async () => 1;', input: { n: '{{trigger.body.n}}' } },
      errors: { continueOnFailure: true, retryOnFailure: false },
    });
    for (const shape of ['documented', 'activepieces'] as const) {
      expect(flowOf(writeFlow(flow, { shape }))).toEqual(flow);
    }
    const written = writeFlow(flow, { shape: 'activepieces' });
    expect(written.trigger['nextAction']).toMatchObject({
      settings: {
        errorHandlingOptions: { continueOnFailure: { value: true }, retryOnFailure: { value: false } },
      },
    });
  });

  it('names its connection in the input of a step', () => {
    const auth = "{{connections['con_1']}}";
    const step = piece('step_1', { settings: { pieceName: 'http', input: { url: 'x', auth } } });
    const flow = flowOf({ trigger: webhook({ nextAction: step }) });
    expect(flow.steps['step_1']?.type === 'PIECE' && flow.steps['step_1'].settings).toMatchObject({
      connectionId: 'con_1',
      input: { url: 'x' },
    });
    expect(writeFlow(flow, { shape: 'activepieces' }).trigger).toMatchObject({
      nextAction: { settings: { input: { auth, url: 'x' } } },
    });
    expect(writeFlow(flow).trigger).toMatchObject({
      nextAction: { settings: { connectionId: 'con_1', input: { url: 'x' } } },
    });
  });

  it('may have the older step with two branches', () => {
    const branch = {
      name: 'step_1',
      type: 'BRANCH',
      settings: { conditions: [[{ firstValue: 'a', operator: 'TEXT_STARTS_WITH', secondValue: 'b' }]] },
      onSuccessAction: piece('step_2'),
      onFailureAction: piece('step_3'),
    };
    expect(flowOf({ trigger: webhook({ nextAction: branch }) }).steps['step_1']).toMatchObject({
      type: 'ROUTER',
      branches: [
        { branchType: 'CONDITION', body: 'step_2', conditions: [[{ operator: 'TEXT_START_WITH' }]] },
        { branchType: 'FALLBACK', body: 'step_3' },
      ],
    });
  });
});

describe('our own steps', () => {
  it('are read and written: parallel branches, repetition, several triggers, notes', () => {
    const json = {
      displayName: 'Ours',
      trigger: webhook({
        nextAction: {
          name: 'step_1',
          type: 'PARALLEL',
          settings: { branches: [{ branchName: 'Mail' }] },
          children: [
            piece('step_2'),
            {
              name: 'step_3',
              type: 'REPEAT_UNTIL',
              settings: { maxTimes: 5, conditions: [[{ firstValue: '{{step_4}}', operator: 'EXISTS' }]] },
              firstLoopAction: piece('step_4'),
            },
          ],
          nextAction: piece('step_5'),
        },
      }),
      otherTriggers: [
        { name: 'trigger_4', type: 'PIECE_TRIGGER', settings: { pieceName: 'manual' } },
        { type: 'PIECE_TRIGGER', settings: { pieceName: 'schedule', triggerName: 'every_day' } },
      ],
      notes: [{ id: 'a', content: 'Ask Ada.', position: { x: 1, y: 2 }, size: { width: 3, height: 4 } }],
    };
    const flow = flowOf(json);
    expect(flow.triggers.map(({ name }) => name)).toEqual(['trigger', 'trigger_4', 'trigger_2']);
    expect(flow.steps['step_1']).toMatchObject({
      branches: [
        { branchName: 'Mail', body: 'step_2' },
        { branchName: 'Branch 2', body: 'step_3' },
      ],
    });
    expect(flow.notes).toEqual([
      { id: 'a', text: 'Ask Ada.', color: 'yellow', x: 1, y: 2, width: 3, height: 4 },
    ]);
    expect(flowOf(writeFlow(flow))).toEqual(flow);
  });
});

describe('the size of a flow', () => {
  it('may be a thousand steps in one chain, which come back as they were', () => {
    const json = chainOf(1000);
    const flow = flowOf(json);
    expect(Object.keys(flow.steps)).toHaveLength(1000);
    expect(writeFlow(flow).trigger).toEqual(json.trigger);
    expect(messagesOf(chainOf(1001))).toEqual(['trigger: A flow may have at most 1000 steps.']);
  });

  it('may be 20 levels deep', () => {
    const flow = flowOf(nestedLoops(20));
    expect(listStepPositions(flow).at(-1)).toMatchObject({ depth: 20, step: { name: 'innermost' } });
    expect(messagesOf(nestedLoops(21))).toEqual([
      'innermost: Loops and branches may be nested at most 20 deep.',
    ]);
  });

  it('is refused without a crash when it is a hundred thousand steps', () => {
    expect(messagesOf(chainOf(100_000))).toEqual(['trigger: A flow may have at most 1000 steps.']);
  });
});

describe('what cannot be read', () => {
  const after = (step: unknown) => ({ trigger: webhook({ nextAction: step }) });

  it.each([
    ['no object', 7, 'trigger: The flow must be an object.'],
    ['a step that is a text', after('x'), 'trigger: What follows this step must be an object.'],
    ['an unknown type', after({ name: 'a', type: 'MAGIC' }), 'a: There is no type of step “MAGIC”.'],
    [
      'a type from the prototype',
      after({ name: 'a', type: 'constructor' }),
      'a: There is no type of step “constructor”.',
    ],
    [
      'a type that is no text',
      after({ name: 'a', type: { toString: 1 } }),
      'a: There is no type of step “object”.',
    ],
    [
      'a name with a space',
      after(piece('a b')),
      'a b: A step needs a name of letters, digits and _ that begins with a letter.',
    ],
    [
      'a reserved name',
      after(piece('__proto__')),
      '__proto__: A step needs a name of letters, digits and _ that begins with a letter.',
    ],
    [
      'a name twice',
      after(piece('a', { nextAction: piece('a') })),
      'a: Two steps are called “a”. Each step needs a name of its own.',
    ],
    [
      'the name of the trigger',
      after(piece('trigger')),
      'trigger: Two steps are called “trigger”. Each step needs a name of its own.',
    ],
    [
      'an unknown condition',
      after({
        name: 'a',
        type: 'ROUTER',
        settings: { branches: [{ conditions: [[{ operator: 'RHYMES' }]] }] },
      }),
      'a: There is no condition “RHYMES”.',
    ],
    [
      'two fallbacks',
      after({
        name: 'a',
        type: 'ROUTER',
        settings: { branches: [{ branchType: 'FALLBACK' }, { branchType: 'FALLBACK' }] },
      }),
      'a: A router may have one fallback branch only.',
    ],
    [
      'endless repetition',
      after({ name: 'a', type: 'REPEAT_UNTIL', settings: { maxTimes: 1e9 } }),
      'a: The step can repeat from 1 to 10000 times.',
    ],
    [
      'too many branches',
      after({ name: 'a', type: 'PARALLEL', children: Array.from({ length: 51 }) }),
      'a: A step may have at most 50 branches.',
    ],
    [
      'steps after another trigger',
      { trigger: webhook(), otherTriggers: [{ nextAction: piece('a') }] },
      'trigger_2: The steps of a flow follow its first trigger.',
    ],
  ])('%s is refused with the name of the step and a sentence', (_what, json, message) => {
    expect(messagesOf(json)).toContain(message);
  });

  it('lists at most a hundred problems', () => {
    const inputs = Array.from({ length: 50 }, (_, at) => ({ branchName: 1, branchType: at }));
    const router = (name: string, next?: unknown) => ({
      name,
      type: 'ROUTER',
      settings: { branches: inputs },
      nextAction: next,
    });
    expect(messagesOf(after(router('a', router('b', router('c')))))).toHaveLength(100);
  });
});
