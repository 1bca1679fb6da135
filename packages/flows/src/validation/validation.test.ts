import type { Flow, FlowStep, PieceCatalogue } from '@atelier/contracts/assistants/flows/flow-model';
import { describe, expect, it } from 'vitest';
import { pieceStep, sampleFlow } from '../../tests/samples.ts';
import { apply, newStep } from '../operations/index.ts';
import { validateFlow } from './index.ts';

const shape = { displayName: '', description: '', kind: 'outward' };
const pieces: PieceCatalogue = [
  {
    name: 'http',
    version: '1.0.0',
    displayName: 'HTTP',
    triggers: [],
    actions: [
      {
        ...shape,
        name: 'send_request',
        fields: [
          { name: 'url', label: 'Address', type: 'SHORT_TEXT', required: true },
          { name: 'hasLimit', label: 'Limit', type: 'CHECKBOX' },
          {
            name: 'seconds',
            label: 'Seconds',
            type: 'NUMBER',
            required: true,
            max: 10,
            shownWhen: { field: 'hasLimit', values: [true] },
          },
        ],
      },
    ],
  },
  {
    name: 'webhook',
    version: '1.0.0',
    displayName: 'Webhook',
    connection: { service: 'WEB', isRequired: true },
    actions: [],
    triggers: [{ ...shape, name: 'catch_webhook', fields: [] }],
  },
];

const connected = (): Flow => {
  const flow = sampleFlow();
  const triggers = flow.triggers.map((it) =>
    it.settings ? { ...it, settings: { ...it.settings, connectionId: 'c' } } : it,
  );
  return { ...flow, triggers };
};

const problemsWith = (step: FlowStep, flow = connected()) =>
  validateFlow(apply(flow, { type: 'UPDATE_STEP', step }).flow, pieces).problems.map(
    (it) => `${it.step} ${it.field ?? ''}: ${it.message}`,
  );
const withInput = (name: string, input: Record<string, unknown>) =>
  problemsWith(pieceStep(name, null, input));

describe('a flow', () => {
  it('is valid when everything is chosen and every reference has a value', () => {
    expect(validateFlow(connected(), pieces)).toEqual({ valid: true, problems: [] });
  });

  it('needs the connections of its pieces', () => {
    expect(validateFlow(sampleFlow(), pieces).problems).toEqual([
      { step: 'trigger', field: 'connectionId', message: 'Please choose a connection for “Webhook”.' },
    ]);
  });

  it('needs pieces that the server has, with the actions and triggers that it names', () => {
    const { problems } = validateFlow(connected(), []);
    expect(problems.slice(0, 2)).toEqual([
      { step: 'trigger', message: 'This server has no “webhook”. Please choose another trigger.' },
      { step: 'step_1', message: 'This server has no “http”. Please choose another action.' },
    ]);
    const withAction = (actionName: string) => {
      const step = pieceStep('step_3', null, { url: 'x' });
      return problemsWith({ ...step, settings: { ...step.settings, actionName } });
    };
    expect(withAction('fly')).toEqual(['step_3 : “HTTP” has no “fly”. Please choose another action.']);
    expect(withAction('')).toEqual(['step_3 : Please choose an action.']);
  });

  it('asks for no connection where an action cannot use it', () => {
    const respond = { ...shape, kind: 'control', name: 'send_request', fields: [] };
    const piece = {
      ...pieces[1],
      name: 'http',
      version: '1',
      displayName: 'HTTP',
      actions: [respond],
      triggers: [],
    };
    const problemsOf = (kind: string) =>
      validateFlow(connected(), [{ ...piece, actions: [{ ...respond, kind }] }]).problems.map(
        ({ field }) => field,
      );
    expect(problemsOf('control')).not.toContain('connectionId');
    expect(problemsOf('outward')).toContain('connectionId');
  });

  it('is judged by the fields of its pieces, of which hidden ones and those with expressions are left out', () => {
    expect(withInput('step_3', { url: '' })).toEqual(['step_3 url: Please fill in “Address”.']);
    expect(withInput('step_3', { url: 'x', hasLimit: true, seconds: 20 })).toEqual([
      'step_3 seconds: “Seconds” must be at most 10.',
    ]);
    expect(withInput('step_3', { url: 'x', hasLimit: false, seconds: 20 })).toEqual([]);
    expect(withInput('step_3', { url: 'x', hasLimit: true, seconds: '{{step_1.body}}' })).toEqual([]);
  });

  it('may name its own run', () => {
    expect(withInput('step_3', { url: '{{run.resumeUrl}}' })).toEqual([]);
  });

  it('is not judged where a step is skipped', () => {
    expect(problemsWith({ ...pieceStep('step_3', null, { url: '' }), isSkipped: true })).toEqual([]);
  });

  it.each([
    ['step_1', '{{step_4}}', '“step_4” does not come before this step.'],
    ['step_1', '{{step_1.body}}', '“step_1” does not come before this step.'],
    ['step_3', '{{step_2}}', '“step_2” has no value inside its branches.'],
    ['step_5', '{{step_9.a}}', 'There is no step “step_9”.'],
    ['step_5', '{{step_4.item', 'An expression that begins with “{{” must end with “}}”.'],
  ])('in %s cannot use %s', (name, url, message) => {
    expect(withInput(name, { url })).toEqual([`${name} url: ${message}`]);
  });

  it('may name a repeat-until in its own conditions, which see its rounds', () => {
    const step = newStep(connected(), 'REPEAT_UNTIL');
    if (step.type !== 'REPEAT_UNTIL') throw new Error('This is another step.');
    const firstValue = `{{${step.name}.index}}`;
    step.settings.conditions = [[{ firstValue, operator: 'NUMBER_IS_GREATER_THAN', secondValue: '3' }]];
    const { flow } = apply(connected(), { type: 'ADD_STEPS', at: { after: 'step_8' }, steps: [step] });
    expect(validateFlow(flow, pieces).problems).toEqual([]);
  });

  it('cannot refer from one branch into another', () => {
    const step = pieceStep('step_9', null, { url: '{{step_7.status}}' });
    const { flow } = apply(connected(), {
      type: 'ADD_STEPS',
      at: { inside: 'step_6', body: 1 },
      steps: [step],
    });
    expect(validateFlow(flow, pieces).problems).toEqual([
      { step: 'step_9', field: 'url', message: '“step_7” is in another branch, which may not have run.' },
    ]);
  });

  it('says what new steps of every type need', () => {
    const problemsOf = (type: 'CODE' | 'LOOP_ON_ITEMS' | 'REPEAT_UNTIL' | 'ROUTER' | 'PARALLEL') => {
      const step = newStep(connected(), type);
      const { flow } = apply(connected(), { type: 'ADD_STEPS', at: { after: 'step_8' }, steps: [step] });
      return validateFlow(flow, pieces).problems.map(({ message }) => message);
    };
    expect(problemsOf('CODE')).toEqual([]);
    expect(problemsOf('PARALLEL')).toEqual([]);
    expect(problemsOf('LOOP_ON_ITEMS')).toEqual(['Please choose the items of the loop.']);
    expect(problemsOf('ROUTER')).toEqual(['Please fill in both sides of the condition.']);
    expect(problemsOf('REPEAT_UNTIL')).toEqual(['Please fill in both sides of the condition.']);
  });
});
