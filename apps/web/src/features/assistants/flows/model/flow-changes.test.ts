import type { CodeStep, Flow } from '@atelier/contracts/assistants/flows/flow-model';
import { apply, type FlowOperation, newFlow, newStep } from '@atelier/flows/operations';
import { describe, expect, it } from 'vitest';
import { changesBetween } from './flow-changes.ts';

const code = (name: string, displayName: string): CodeStep => ({
  name,
  displayName,
  type: 'CODE',
  isSkipped: false,
  next: null,
  errors: { retryOnFailure: false, continueOnFailure: false },
  settings: { code: 'export const code = async () => 1;', input: {} },
});

const changed = (flow: Flow, ...operations: FlowOperation[]): Flow =>
  operations.reduce((now, operation) => apply(now, operation).flow, flow);

const add = (after: string | null, step: CodeStep): FlowOperation => ({
  type: 'ADD_STEPS',
  at: { after },
  steps: [step],
});

const before = changed(
  newFlow('Orders'),
  add(null, code('step_1', 'Read')),
  add('step_1', code('step_2', 'Count')),
  add('step_2', code('step_3', 'Answer')),
);

describe('the changes between two versions of a flow', () => {
  it('are none where only examples differ, or the order of the fields of an object', () => {
    const { settings, ...step } = code('step_2', 'Count');
    const turned = { ...step, settings: { input: settings.input, code: settings.code }, sample: 5 };
    const sampled = changed(before, { type: 'UPDATE_STEP', step: turned });
    expect(changesBetween(before, sampled)).toEqual([]);
  });

  it('name steps that were added, deleted, renamed and set otherwise', () => {
    const now = changed(
      before,
      { type: 'RENAME_FLOW', displayName: 'All orders' },
      { type: 'DELETE_STEPS', first: 'step_3', last: 'step_3' },
      add('step_2', code('step_4', 'Mail')),
      { type: 'UPDATE_STEP', step: { ...code('step_1', 'Read all'), settings: { code: 'x', input: {} } } },
    );
    expect(changesBetween(before, now)).toEqual([
      'The flow is now called “All orders”.',
      '“Mail” was added.',
      '“Answer” was deleted.',
      '“Read” is now called “Read all”.',
      'The settings of “Read all” have changed.',
    ]);
  });

  it('name the step that was moved, and the branches and the start that became others', () => {
    const router = { ...newStep(before, 'ROUTER'), name: 'step_4', displayName: 'Which?' };
    const routed = changed(before, { type: 'ADD_STEPS', at: { after: 'step_3' }, steps: [router] });
    const now = changed(
      routed,
      { type: 'MOVE_STEPS', first: 'step_3', last: 'step_3', at: { after: null } },
      { type: 'DELETE_BRANCH', step: 'step_4', at: 0 },
      { type: 'UPDATE_TRIGGER', trigger: { name: 'trigger', displayName: 'Every hour', settings: null } },
    );
    const changes = changesBetween(routed, now);
    expect(changes).toContain('What starts the flow has changed.');
    expect(changes).toContain('“Which?” has other branches.');
    expect(changes).toContain('“Answer” was moved.');
    expect(changes.filter((it) => it.endsWith('was moved.'))).not.toContain('“Count” was moved.');
  });
});
