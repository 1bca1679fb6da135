import type { Flow, FlowStep } from '@atelier/contracts/build/flows/flow-model';
import { placesOf } from '@atelier/flows';
import { describe, expect, it } from 'vitest';
import { copySteps, freeName, insertStep, moveStep, pasteSteps, placeOf, removeStep } from './edits.ts';

const base = (name: string, next: string | null = null) => ({
  name,
  displayName: name,
  isSkipped: false,
  next,
  errors: { retryOnFailure: false, continueOnFailure: false },
});
const code = (name: string, next: string | null = null, input: Record<string, unknown> = {}): FlowStep => ({
  ...base(name, next),
  type: 'CODE',
  settings: { code: '', input },
});

/** step_1, then a loop step_2 with step_3 and step_4 inside, then step_5. */
const flow: Flow = {
  displayName: 'Test',
  triggers: [],
  first: 'step_1',
  steps: {
    step_1: code('step_1', 'step_2'),
    step_2: {
      ...base('step_2', 'step_5'),
      type: 'LOOP_ON_ITEMS',
      settings: { items: '{{step_1.list}}' },
      body: 'step_3',
    },
    step_3: code('step_3', 'step_4', { a: '{{step_2.item}}' }),
    step_4: code('step_4', null, { a: '{{step_3.a}} of {{step_1.b}}', b: 'step_3' }),
    step_5: code('step_5'),
  },
  notes: [],
};
const order = (it: Flow) => placesOf(it).map(({ step, depth }) => `${'>'.repeat(depth)}${step.name}`);

describe('editing a flow', () => {
  it('adds a step at the start, after another one, and inside a loop', () => {
    const add = (place: Parameters<typeof insertStep>[1]) => order(insertStep(flow, place, code('x')));
    expect(add({ at: 'start' })).toEqual(['x', 'step_1', 'step_2', '>step_3', '>step_4', 'step_5']);
    expect(add({ at: 'after', step: 'step_2' })).toEqual([
      'step_1',
      'step_2',
      '>step_3',
      '>step_4',
      'x',
      'step_5',
    ]);
    expect(add({ at: 'inside', step: 'step_2', branch: null })[2]).toBe('>x');
  });

  it('removes a step with all steps inside it', () => {
    expect(order(removeStep(flow, 'step_2'))).toEqual(['step_1', 'step_5']);
    expect(Object.keys(removeStep(flow, 'step_2').steps)).toEqual(['step_1', 'step_5']);
    expect(order(removeStep(flow, 'step_3'))).toEqual(['step_1', 'step_2', '>step_4', 'step_5']);
  });

  it('moves a step with its inner steps, but never into itself', () => {
    const moved = moveStep(flow, 'step_2', { at: 'start' });
    expect(order(moved)).toEqual(['step_2', '>step_3', '>step_4', 'step_1', 'step_5']);
    expect(order(moveStep(flow, 'step_5', { at: 'inside', step: 'step_2', branch: null }))[2]).toBe(
      '>step_5',
    );
    expect(moveStep(flow, 'step_2', { at: 'after', step: 'step_4' })).toBe(flow);
    expect(placeOf(moved, 'step_2')).toEqual({ at: 'start' });
    expect(placeOf(flow, 'step_3')).toEqual({ at: 'inside', step: 'step_2', branch: null });
    expect(placeOf(flow, 'step_4')).toEqual({ at: 'after', step: 'step_3' });
  });

  it('copies steps under new names, with the references among them', () => {
    const { flow: pasted, name } = pasteSteps(
      flow,
      { at: 'after', step: 'step_5' },
      copySteps(flow, 'step_2'),
    );
    expect(order(pasted).slice(-4)).toEqual(['step_5', 'step_6', '>step_7', '>step_8']);
    expect(name).toBe('step_6');
    expect(pasted.steps['step_7']).toMatchObject({ settings: { input: { a: '{{step_6.item}}' } } });
    expect(pasted.steps['step_8']).toMatchObject({
      settings: { input: { a: '{{step_7.a}} of {{step_1.b}}', b: 'step_3' } },
    });
    expect(order(flow)).toHaveLength(5);
  });

  it('names new steps by the first free number', () => {
    expect(freeName((name) => ['step_1', 'step_3'].includes(name))).toBe('step_2');
  });
});
