import type { Flow, FlowStep } from '@atelier/contracts/assistants/flows/flow-model';
import { describe, expect, it } from 'vitest';
import { pieceStep, randomOf, sampleFlow } from '../../tests/samples.ts';
import { listBodies, listStepPositions, readFlow, writeFlow } from '../model/index.ts';
import {
  apply,
  applyAll,
  copyBranch,
  copySteps,
  type FlowOperation,
  findStepPosition,
  newFlow,
  newPieceStep,
  newStep,
  nextStepName,
  nextTrigger,
  OperationError,
  type Place,
  pasteSteps,
  placeBeside,
} from './index.ts';

const orderOf = (flow: Flow) =>
  listStepPositions(flow).map(({ step, depth }) => `${'  '.repeat(depth)}${step.name}`);

const failureOf = (operation: FlowOperation, flow = sampleFlow()): string => {
  try {
    return `became ${orderOf(apply(flow, operation).flow).join()}`;
  } catch (error) {
    if (error instanceof OperationError) return error.message;
    throw error;
  }
};

const inputOf = (step: FlowStep | undefined) => (step?.type === 'PIECE' ? step.settings.input : undefined);

describe('steps of a flow', () => {
  it('are added to an empty flow, after another step and inside a branch', () => {
    let flow = newFlow('New');
    const add = (step: FlowStep, at: Place) => {
      flow = apply(flow, { type: 'ADD_STEPS', at, steps: [step] }).flow;
    };
    add(newStep(flow, 'ROUTER'), { after: null });
    add(newStep(flow, 'CODE'), { after: 'step_1' });
    add(newStep(flow, 'LOOP_ON_ITEMS'), { inside: 'step_1', body: 1 });
    add(newStep(flow, 'PARALLEL'), { inside: 'step_3', body: 0 });
    add(newStep(flow, 'REPEAT_UNTIL'), { inside: 'step_1', body: 1 });
    expect(orderOf(flow)).toEqual(['step_1', '  step_5', '  step_3', '    step_4', 'step_2']);
    expect(readFlow(writeFlow(flow)).flow).toEqual(flow);
  });

  it('begin with the defaults of their fields', () => {
    const piece = { name: 'http', version: '1.2.3', displayName: 'HTTP', actions: [], triggers: [] };
    const action = {
      name: 'send_request',
      displayName: 'Send a request',
      description: '',
      kind: 'outward',
      fields: [
        { name: 'method', label: 'Method', type: 'STATIC_DROPDOWN' as const, default: 'GET' },
        { name: 'headers', label: 'Headers', type: 'OBJECT' as const },
      ],
    };
    expect(newPieceStep(sampleFlow(), piece, action)).toMatchObject({
      name: 'step_9',
      displayName: 'Send a request',
      settings: { pieceVersion: '1.2.3', actionName: 'send_request', input: { method: 'GET', headers: {} } },
    });
  });

  it('are deleted with all that is inside them', () => {
    const { flow } = apply(sampleFlow(), { type: 'DELETE_STEPS', first: 'step_2', last: 'step_4' });
    expect(orderOf(flow)).toEqual(['step_1', 'step_6', '  step_7', 'step_8']);
    expect(Object.keys(flow.steps)).toHaveLength(4);
  });

  it('are moved together into a loop and out of it', () => {
    const { flow } = apply(sampleFlow(), {
      type: 'MOVE_STEPS',
      first: 'step_1',
      last: 'step_2',
      at: { inside: 'step_4', body: 0 },
    });
    expect(orderOf(flow).slice(0, 5)).toEqual(['step_4', '  step_1', '  step_2', '    step_3', '  step_5']);
    const back = apply(flow, { type: 'MOVE_STEPS', first: 'step_5', last: 'step_5', at: { after: null } });
    expect(orderOf(back.flow).slice(0, 2)).toEqual(['step_5', 'step_4']);
  });

  it('keep what follows them and what is inside them when they are updated', () => {
    const before = sampleFlow();
    const router = before.steps['step_2'];
    const step = { ...router, displayName: 'Sorted', next: null } as FlowStep;
    const { flow } = apply(before, { type: 'UPDATE_STEP', step });
    expect(flow.steps['step_2']).toEqual({ ...router, displayName: 'Sorted' });
    expect(before).toEqual(sampleFlow());
  });

  it('have a place before and behind them, until the ends of their chain', () => {
    const flow = sampleFlow();
    expect(findStepPosition(flow, 'step_1')).toEqual({ after: null });
    expect(findStepPosition(flow, 'step_5')).toEqual({ inside: 'step_4', body: 0 });
    expect(placeBeside(flow, 'step_4', 'up')).toEqual({ after: 'step_1' });
    expect(placeBeside(flow, 'step_2', 'up')).toEqual({ after: null });
    expect(placeBeside(flow, 'step_2', 'down')).toEqual({ after: 'step_4' });
    expect([placeBeside(flow, 'step_1', 'up'), placeBeside(flow, 'step_5', 'down')]).toEqual([
      undefined,
      undefined,
    ]);
  });

  it('get new names when they are copied, and their references to each other follow', () => {
    const before = sampleFlow();
    const copied = copySteps(before, 'step_4', 'step_6');
    const { flow } = apply(before, pasteSteps(before, copied, { after: 'step_8' }));
    expect(orderOf(flow).slice(8)).toEqual(['step_9', '  step_10', 'step_11', '  step_12']);
    expect(inputOf(flow.steps['step_10'])).toEqual({ url: '{{step_9.item.url}}' });
    expect(inputOf(flow.steps['step_12'])).toEqual({ url: '{{step_1.body}}' });
  });

  it('are copied into another flow with the names that they had', () => {
    const empty = newFlow('Other');
    const { flow } = apply(
      empty,
      pasteSteps(empty, copySteps(sampleFlow(), 'step_2', 'step_2'), { after: null }),
    );
    expect(orderOf(flow)).toEqual(['step_2', '  step_3']);
  });
});

describe('triggers', () => {
  it('are counted from two', () => {
    const flow = newFlow('Several');
    const more = apply(flow, { type: 'ADD_TRIGGER', trigger: nextTrigger(flow), at: 1 }).flow;
    expect([...more.triggers, nextTrigger(more)].map(({ name }) => name)).toEqual([
      'trigger',
      'trigger_2',
      'trigger_3',
    ]);
  });
});

describe('branches', () => {
  it('are added, copied with their steps, moved and deleted', () => {
    const copied = apply(sampleFlow(), copyBranch(sampleFlow(), 'step_2', 0)).flow;
    const router = copied.steps['step_2'];
    expect(
      router && 'branches' in router && router.branches.map(({ branchName, body }) => [branchName, body]),
    ).toEqual([
      ['Good', 'step_3'],
      ['Good (copy)', 'step_9'],
      ['Otherwise', null],
    ]);
    const { flow } = applyAll(copied, [
      { type: 'MOVE_BRANCH', step: 'step_2', from: 1, to: 0 },
      { type: 'DELETE_BRANCH', step: 'step_2', at: 1 },
    ]);
    expect(orderOf(flow).slice(0, 4)).toEqual(['step_1', 'step_2', '  step_9', 'step_4']);
    expect(flow.steps['step_3']).toBeUndefined();
  });
});

describe('an operation that does not fit', () => {
  const at = { after: 'step_1' };
  const long = (count: number) =>
    Array.from({ length: count }, (_, index) =>
      pieceStep(`new_${index}`, index === count - 1 ? null : `new_${index + 1}`),
    );

  it.each<[string, FlowOperation, string]>([
    ['a step that is not there', { type: 'DELETE_STEPS', first: 'x', last: 'x' }, 'There is no step “x”.'],
    [
      'steps of different chains',
      { type: 'DELETE_STEPS', first: 'step_3', last: 'step_4' },
      '“step_4” does not follow “step_3” in the same chain.',
    ],
    [
      'a step into itself',
      { type: 'MOVE_STEPS', first: 'step_4', last: 'step_4', at: { inside: 'step_4', body: 0 } },
      'Steps cannot be moved into themselves.',
    ],
    [
      'a step after what is inside it',
      { type: 'MOVE_STEPS', first: 'step_4', last: 'step_4', at: { after: 'step_5' } },
      'Steps cannot be moved into themselves.',
    ],
    [
      'a branch that is not there',
      { type: 'ADD_STEPS', at: { inside: 'step_2', body: 7 }, steps: [pieceStep('a', null)] },
      'There is no branch 8 in “step_2”.',
    ],
    [
      'a name that is taken',
      { type: 'ADD_STEPS', at, steps: [pieceStep('step_8', null)] },
      'There is a step “step_8” already.',
    ],
    [
      'a bad name',
      { type: 'ADD_STEPS', at, steps: [pieceStep('a b', null)] },
      '“a b” cannot be the name of a step.',
    ],
    [
      'a link out of the new steps',
      { type: 'ADD_STEPS', at, steps: [pieceStep('a', 'step_8')] },
      'New steps must be one chain with all that is inside it.',
    ],
    [
      'a circle',
      { type: 'ADD_STEPS', at, steps: [pieceStep('a', 'b'), pieceStep('b', 'a')] },
      'New steps must be one chain with all that is inside it.',
    ],
    [
      'nothing',
      { type: 'ADD_STEPS', at, steps: [] },
      'New steps must be one chain with all that is inside it.',
    ],
    ['too many steps', { type: 'ADD_STEPS', at, steps: long(993) }, 'A flow may have at most 1000 steps.'],
    [
      'another type',
      { type: 'UPDATE_STEP', step: pieceStep('step_4', null) },
      '“step_4” cannot become a step with other branches.',
    ],
    [
      'a second fallback',
      {
        type: 'ADD_BRANCH',
        step: 'step_2',
        at: 0,
        branch: { branchName: 'x', branchType: 'FALLBACK', conditions: [], body: null },
        steps: [],
      },
      'A router may have one fallback branch only.',
    ],
    [
      'the first trigger',
      { type: 'DELETE_TRIGGER', name: 'trigger' },
      'The first trigger can be changed, but not deleted.',
    ],
    [
      'a trigger with the name of a step',
      { type: 'ADD_TRIGGER', at: 1, trigger: { name: 'step_1', displayName: '', settings: null } },
      '“step_1” cannot be the name of a trigger.',
    ],
    ['a note that is not there', { type: 'DELETE_NOTE', id: 'n' }, 'There is no note “n”.'],
  ])('%s is refused with a sentence', (_what, operation, message) => {
    expect(failureOf(operation)).toBe(message);
  });

  it('deeper than flows may be is refused', () => {
    let flow = newFlow('Deep');
    let at: Place = { after: null };
    for (let level = 1; level <= 21; level += 1) {
      const step = newStep(flow, 'LOOP_ON_ITEMS');
      flow = apply(flow, { type: 'ADD_STEPS', at, steps: [step] }).flow;
      at = { inside: step.name, body: 0 };
    }
    const operation: FlowOperation = { type: 'ADD_STEPS', at, steps: [newStep(flow, 'CODE')] };
    expect(failureOf(operation, flow)).toBe('Loops and branches may be nested at most 20 deep.');
  });
});

/** Returns an operation that fits the flow, chosen by chance, or undefined when chance chose one that does not fit. */
const chance = (flow: Flow, random: () => number): FlowOperation | undefined => {
  const pick = <Item>(items: readonly Item[]): Item | undefined => items[Math.floor(random() * items.length)];
  const steps = listStepPositions(flow).map(({ step }) => step);
  const step = pick(steps);
  const body = step && listBodies(step).length > 0 ? Math.floor(random() * listBodies(step).length) : -1;
  const at: Place =
    step && body >= 0 && random() < 0.6 ? { inside: step.name, body } : { after: pick(steps)?.name ?? null };
  const types = ['CODE', 'LOOP_ON_ITEMS', 'REPEAT_UNTIL', 'ROUTER', 'PARALLEL'] as const;
  const other = pick(steps);
  const note = {
    id: `n${Math.floor(random() * 3)}`,
    text: `${random()}`,
    color: 'yellow',
    x: 0,
    y: 0,
    width: 1,
    height: 1,
  };
  const trigger = {
    name: `trigger_${2 + Math.floor(random() * 3)}`,
    displayName: `${random()}`,
    settings: null,
  };
  const makers: (() => FlowOperation | undefined)[] = [
    () => ({ type: 'ADD_STEPS', at, steps: [newStep(flow, pick(types) ?? 'CODE')] }),
    () => ({
      type: 'ADD_STEPS',
      at,
      steps: [pieceStep(nextStepName(flow), null, { a: `{{${step?.name}.b}}` })],
    }),
    () =>
      step && {
        type: 'UPDATE_STEP',
        step: { ...step, displayName: `${random()}`, isSkipped: random() > 0.5 },
      },
    () => step && { type: 'DELETE_STEPS', first: step.name, last: step.next ?? step.name },
    () => other && { type: 'MOVE_STEPS', first: other.name, last: other.next ?? other.name, at },
    () =>
      step && steps.length < 60 ? pasteSteps(flow, copySteps(flow, step.name, step.name), at) : undefined,
    () => (step && body >= 0 && 'branches' in step ? copyBranch(flow, step.name, body) : undefined),
    () => step && { type: 'DELETE_BRANCH', step: step.name, at: body },
    () => step && { type: 'MOVE_BRANCH', step: step.name, from: body, to: 0 },
    () => ({ type: 'RENAME_FLOW', displayName: `${random()}` }),
    () => (random() < 0.2 ? { type: 'REPLACE_FLOW', flow: sampleFlow() } : undefined),
    () => ({ type: 'ADD_NOTE', note, at: 0 }),
    () => ({ type: 'UPDATE_NOTE', note }),
    () => ({ type: 'DELETE_NOTE', id: note.id }),
    () => ({ type: 'ADD_TRIGGER', trigger, at: 1 }),
    () => ({ type: 'UPDATE_TRIGGER', trigger }),
    () => ({ type: 'DELETE_TRIGGER', name: trigger.name }),
  ];
  return pick(makers)?.();
};

describe('any list of operations', () => {
  it('leaves a whole flow, and followed by its inverses gives the same flow again', () => {
    const kinds = new Map<string, number>();
    for (let seed = 1; seed <= 300; seed += 1) {
      const random = randomOf(seed);
      const before = seed % 2 === 0 ? sampleFlow() : newFlow('Empty');
      let flow = before;
      const inverses: FlowOperation[] = [];
      for (let count = 0; count < 40; count += 1) {
        try {
          const operation = chance(flow, random);
          if (!operation) continue;
          const applied = apply(flow, operation);
          kinds.set(operation.type, (kinds.get(operation.type) ?? 0) + 1);
          flow = applied.flow;
          inverses.unshift(applied.inverse);
        } catch (error) {
          if (!(error instanceof OperationError)) throw error;
        }
      }
      // Every step can be reached once, and the public JSON has all of it.
      const names = listStepPositions(flow).map(({ step }) => step.name);
      expect(names.toSorted(), `seed ${seed}`).toEqual(Object.keys(flow.steps).toSorted());
      expect(readFlow(JSON.parse(JSON.stringify(writeFlow(flow)))).flow, `seed ${seed}`).toEqual(flow);
      expect(applyAll(flow, inverses).flow, `seed ${seed}`).toEqual(before);
    }
    expect([...kinds.keys()]).toHaveLength(15);
    expect(Math.min(...kinds.values())).toBeGreaterThan(20);
  });
});
