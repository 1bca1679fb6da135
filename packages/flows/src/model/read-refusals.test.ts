import { describe, expect, it } from 'vitest';
import { readFlow } from './index.ts';

const piece = (name: string, more: object = {}) => ({
  ...{ name, type: 'PIECE', settings: { pieceName: 'http', actionName: 'send_request' } },
  ...more,
});
const step = (type: string, settings: object, more: object = {}) => ({
  name: 'step_1',
  type,
  settings,
  ...more,
});
const flow = (nextAction: unknown, more: object = {}) => ({
  trigger: { settings: { pieceName: 'webhook', triggerName: 'catch_webhook' }, nextAction },
  ...more,
});
const refusals = (json: unknown): string[] =>
  (readFlow(json).problems ?? []).map((problem) => `${problem.step}: ${problem.message}`);
const many = <T>(count: number, make: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => make(at));
const condition = { firstValue: 'a' };
const router = (branches: unknown, more: object = {}) => step('ROUTER', { branches, ...more });
const when = (...conditions: unknown[]) => router([{ branchName: 'A', conditions }]);
const retry = (options: object) => piece('step_1', { settings: { errorHandlingOptions: options } });

describe('what a flow may not be', () => {
  it.each<[unknown, string[]]>([
    ['flow', ['trigger: The flow must be an object.']],
    [flow('step'), ['trigger: What follows this step must be an object.']],
    [flow(null, { otherTriggers: {} }), ['trigger: The other triggers must be a list.']],
    [flow(null, { otherTriggers: many(9, () => ({})) }), []],
    [flow(null, { otherTriggers: many(10, () => ({})) }), ['trigger: A flow may have at most 10 triggers.']],
    [
      flow(null, { otherTriggers: [{ nextAction: {} }] }),
      ['trigger_2: The steps of a flow follow its first trigger.'],
    ],
    [flow(null, { notes: many(200, () => ({})) }), []],
    [flow(null, { notes: many(201, () => ({})) }), ['trigger: A flow may have at most 200 notes.']],
    [flow(null, { displayName: 'x'.repeat(200) }), []],
    [flow(null, { displayName: 'x'.repeat(201) }), ['trigger: The title may have at most 200 characters.']],
    [flow(null, { displayName: 7 }), ['trigger: The title must be text.']],
    [flow(piece('1a')), ['1a: A step needs a name of letters, digits and _ that begins with a letter.']],
    [
      flow({ type: 'CODE' }),
      ['trigger: A step needs a name of letters, digits and _ that begins with a letter.'],
    ],
    [
      flow(piece('a', { nextAction: piece('a') })),
      ['a: Two steps are called “a”. Each step needs a name of its own.'],
    ],
    [flow(step('WAIT', {})), ['step_1: There is no type of step “WAIT”.']],
    [flow(step('toString', {})), ['step_1: There is no type of step “toString”.']],
    [flow(step('x'.repeat(70), {})), [`step_1: There is no type of step “${'x'.repeat(64)}”.`]],
    [flow(piece('a', { type: { a: 1 } })), ['a: There is no type of step “object”.']],
    [flow(piece('a', { settings: [] })), ['a: The settings must be an object.']],
    [
      flow(piece('a', { settings: { input: { n: Number.NaN } } })),
      ['a: The input cannot be read. This is not a number.'],
    ],
    [
      flow(piece('a', { settings: { pieceType: 'custom' } })),
      ['a: “custom” must be one of OFFICIAL, CUSTOM.'],
    ],
    [flow(piece('a', { settings: { packageType: 7 } })), ['a: “number” must be one of REGISTRY, ARCHIVE.']],
    [flow(when([{ ...condition, operator: 'TEXT_STARTS_WITH' }])), []],
    [flow(when([{ ...condition, operator: 'IS' }])), ['step_1: There is no condition “IS”.']],
    [flow(when({})), ['step_1: A group of conditions must be a list.']],
    [flow(when(many(99, () => condition))), []],
    [flow(when(many(100, () => condition))), ['step_1: There may be at most 100 conditions.']],
    [flow(router(many(50, () => ({})))), []],
    [flow(router(many(51, () => ({})))), ['step_1: A step may have at most 50 branches.']],
    [
      flow(router(many(2, () => ({ branchType: 'FALLBACK' })))),
      ['step_1: A router may have one fallback branch only.'],
    ],
    [flow(router([{ branchType: 'FALLBACK' }])), []],
    [
      flow(router([], { executionType: 'ALL' })),
      ['step_1: “ALL” must be one of EXECUTE_FIRST_MATCH, EXECUTE_ALL_MATCH.'],
    ],
    ...[1, 10_000].map((maxTimes): [unknown, string[]] => [flow(step('REPEAT_UNTIL', { maxTimes })), []]),
    ...[0, 1.5, '2', 10_001].map((maxTimes): [unknown, string[]] => [
      flow(step('REPEAT_UNTIL', { maxTimes })),
      ['step_1: The step can repeat from 1 to 10000 times.'],
    ]),
    [flow(retry({ tries: 2, waitSeconds: 1 })), []],
    [flow(retry({ tries: 10, waitSeconds: 600 })), []],
    [
      flow(retry({ tries: 1, waitSeconds: 0 })),
      [
        'step_1: “tries” must be a whole number from 2 to 10.',
        'step_1: “waitSeconds” must be a whole number from 1 to 600.',
      ],
    ],
    [
      flow(retry({ tries: 11, waitSeconds: 600.5 })),
      [
        'step_1: “tries” must be a whole number from 2 to 10.',
        'step_1: “waitSeconds” must be a whole number from 1 to 600.',
      ],
    ],
  ])('%j', (json, messages) => {
    expect(refusals(json)).toEqual(messages);
  });

  it('is said a hundred times at most', () => {
    const notes = many(150, () => 7);
    expect(refusals(flow(null, { notes }))).toHaveLength(100);
  });
});

describe('what is left out of a flow', () => {
  const read = (json: unknown) => readFlow(json).flow;

  it('has its usual value', () => {
    expect(read({})).toEqual({
      ...{ displayName: 'Untitled flow', first: null, steps: {}, notes: [] },
      triggers: [{ name: 'trigger', displayName: 'Select a trigger', settings: null }],
    });
    expect(
      read(flow(null, { notes: [{}, { id: 'a', content: 'b', size: { width: 1 } }, { id: 'a' }] }))?.notes,
    ).toEqual([
      { id: 'note_1', text: '', color: 'yellow', x: 0, y: 0, width: 240, height: 160 },
      { id: 'a', text: 'b', color: 'yellow', x: 0, y: 0, width: 1, height: 160 },
      { id: 'note_2', text: '', color: 'yellow', x: 0, y: 0, width: 240, height: 160 },
    ]);
    expect(read(flow(step('REPEAT_UNTIL', {})))?.steps['step_1']).toEqual({
      ...{
        name: 'step_1',
        displayName: 'step_1',
        type: 'REPEAT_UNTIL',
        isSkipped: false,
        next: null,
        body: null,
      },
      errors: { retryOnFailure: false, continueOnFailure: false },
      settings: { conditions: [], maxTimes: 100 },
    });
    expect(read(flow(router([{}, { branchName: ' ' }])))?.steps['step_1']).toMatchObject({
      settings: { executionType: 'EXECUTE_FIRST_MATCH' },
      branches: ['Branch 1', 'Branch 2'].map((branchName) => ({
        ...{ branchName, branchType: 'CONDITION', conditions: [], body: null },
      })),
    });
    expect(read(flow(step('PARALLEL', {})))?.steps['step_1']).toMatchObject({
      branches: [{ branchName: 'Branch 1', body: null }],
    });
    expect(read(flow(when([{}])))?.steps['step_1']).toMatchObject({
      branches: [{ conditions: [[{ firstValue: '', operator: 'TEXT_CONTAINS' }]] }],
    });
  });

  it('gives further triggers names of their own', () => {
    const otherTriggers = [{ name: 'trigger_7' }, {}, { name: 'trigger_7' }, { name: 'step_1' }];
    expect(read(flow(null, { otherTriggers }))?.triggers.map(({ name }) => name)).toEqual([
      ...['trigger', 'trigger_7', 'trigger_2', 'trigger_3', 'trigger_4'],
    ]);
  });
});
