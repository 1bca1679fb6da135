import type { Flow, FlowStep } from '@atelier/contracts/assistants/flows/flow-model';
import { describe, expect, it } from 'vitest';
import { pickableValues } from './pickable.ts';

const base = (name: string, next: string | null, sample?: unknown) => ({
  name,
  displayName: name,
  isSkipped: false,
  next,
  errors: { retryOnFailure: false, continueOnFailure: false },
  ...(sample === undefined ? {} : { sample }),
});
const code = (name: string, next: string | null = null, sample?: unknown): FlowStep => ({
  ...base(name, next, sample),
  type: 'CODE',
  settings: { code: '', input: {} },
});

/** step_1, then a loop with step_3 inside, then two branches at the same time with step_5 and step_6, then step_7. */
const flow: Flow = {
  displayName: 'Test',
  triggers: [
    {
      name: 'trigger',
      displayName: 'Webhook',
      settings: { pieceName: 'webhook', pieceVersion: '1', triggerName: 'catch_webhook', input: {} },
      sample: { body: { 'the name': 'Ada', list: [1, 2, 3, 4] } },
    },
  ],
  first: 'step_1',
  steps: {
    step_1: code('step_1', 'step_2', { a: 1 }),
    step_2: {
      ...base('step_2', 'step_4', { item: { id: 5 } }),
      type: 'LOOP_ON_ITEMS',
      settings: { items: '' },
      body: 'step_3',
    },
    step_3: code('step_3'),
    step_4: {
      ...base('step_4', 'step_7'),
      type: 'PARALLEL',
      branches: [
        { branchName: 'a', body: 'step_5' },
        { branchName: 'b', body: 'step_6' },
      ],
    },
    step_5: code('step_5'),
    step_6: code('step_6'),
    step_7: code('step_7'),
  },
  notes: [],
};

const namesFor = (name: string) => pickableValues(flow, name, []).map((it) => it.name);
const tokensOf = (step: string, name: string) =>
  pickableValues(flow, step, [])
    .find((it) => it.name === name)
    ?.values.map(({ token }) => token);

describe('the data that a step may use', () => {
  it('is that of the triggers, of earlier steps and of the run, never of a branch beside it, and none for a trigger', () => {
    expect(namesFor('step_1')).toEqual(['trigger', 'run']);
    expect(namesFor('step_6')).toEqual(['trigger', 'step_1', 'step_2', 'step_3', 'run']);
    expect(namesFor('step_7')).toEqual([
      'trigger',
      'step_1',
      'step_2',
      'step_3',
      'step_4',
      'step_5',
      'step_6',
      'run',
    ]);
    expect(namesFor('trigger')).toEqual([]);
  });

  it('is the present item inside a loop', () => {
    expect(tokensOf('step_3', 'step_2')).toEqual([
      '{{step_2.item}}',
      '{{step_2.item.id}}',
      '{{step_2.index}}',
    ]);
  });

  it('has a path to each part of its example', () => {
    expect(tokensOf('step_1', 'trigger')).toEqual([
      '{{trigger}}',
      '{{trigger.body}}',
      '{{trigger.body["the name"]}}',
      '{{trigger.body.list}}',
      '{{trigger.body.list[0]}}',
      '{{trigger.body.list[1]}}',
      '{{trigger.body.list[2]}}',
    ]);
  });
});
