import type { Flow, FlowStep } from '@atelier/contracts/assistants/flows/flow-model';
import { describe, expect, it } from 'vitest';
import { pieceStep } from '../../tests/samples.ts';
import { listStepPositions } from '../model/index.ts';
import { newFlow } from '../operations/index.ts';
import {
  agentPieceVersions,
  defaultAgentSteps,
  flowFileName,
  inputStep,
  outputStep,
  prepareAgentFlow,
} from './index.ts';

const flowOf = (pieceName: string, steps: FlowStep[]): Flow => ({
  ...newFlow('Agent'),
  triggers: [
    {
      name: 'trigger',
      displayName: 'T',
      settings: { pieceName, pieceVersion: '', triggerName: 't', input: {} },
    },
  ],
  first: steps[0]?.name ?? null,
  steps: Object.fromEntries(steps.map((step) => [step.name, step])),
});

const url = '{{trigger.body.url}} {{trigger.headers.host}} {{trigger.body}}';
const work = () => [
  pieceStep('step_1', 'step_2', { url }),
  pieceStep('step_2', null, { url: '{{step_1.body}}' }),
];
const inputOf = (flow: Flow, name: string) => {
  const step = flow.steps[name];
  return step?.type === 'PIECE' ? step.settings.input : undefined;
};
const orderOf = (flow: Flow) => listStepPositions(flow).map(({ step }) => step.name);

describe('the default steps of an agent flow', () => {
  it('begin with a text input of the trigger, named step_1', () => {
    expect(defaultAgentSteps()[0]).toMatchObject({
      name: 'step_1',
      settings: { pieceName: 'input', actionName: 'trigger_input', input: { text: '{{trigger.body}}' } },
    });
  });

  it('end with the agent output, named step_4 and titled as documented', () => {
    expect(defaultAgentSteps().at(-1)).toMatchObject({
      name: 'step_4',
      displayName: 'Advanced Agent Dashboard Settings',
      settings: { pieceName: 'utilities', actionName: 'agent_output' },
    });
  });

  it('take key, tenant, worker and record from the body of the trigger', {
    tags: ['FLOW-10', 'FLOW-11'],
  }, () => {
    expect(defaultAgentSteps().at(-1)?.settings.input).toEqual({
      output: '{{step_1}}',
      apiKey: '{{trigger.body.apiKey}}',
      tenantId: '{{trigger.body.tenantId}}',
      workerId: '{{trigger.body.workerId}}',
      workerRecordId: '{{trigger.body.workerRecordId}}',
    });
  });

  it('are of the documented versions of their pieces', () => {
    expect(agentPieceVersions).toEqual({ input: '~0.0.1', utilities: '~0.2.14' });
    expect(defaultAgentSteps().map(({ settings }) => settings.pieceVersion)).toEqual(['~0.0.1', '~0.2.14']);
  });
});

describe('preparing a flow for an agent', () => {
  it('inserts an input step after the trigger, named by the count of actions and one', {
    tags: ['FLOW-12', 'FLOW-13', 'FLOW-18'],
  }, () => {
    const before = flowOf('webhook', work());
    const flow = prepareAgentFlow(before);
    expect(orderOf(flow).slice(0, 3)).toEqual(['steps_3', 'step_1', 'step_2']);
    expect(before).toEqual(flowOf('webhook', work()));
  });

  it('renames only references to the body of a webhook, which is the input then', {
    tags: ['FLOW-14', 'FLOW-15'],
  }, () => {
    const flow = prepareAgentFlow(flowOf('webhook', work()));
    expect(inputOf(flow, 'steps_3')).toEqual({ text: '{{trigger.body}}' });
    expect(inputOf(flow, 'step_1')).toEqual({ url: '{{steps_3.url}} {{trigger.headers.host}} {{steps_3}}' });
  });

  it('renames every reference to another trigger, whose whole value is the input', {
    tags: ['FLOW-16'],
  }, () => {
    const flow = prepareAgentFlow(flowOf('schedule', work()));
    expect(inputOf(flow, 'steps_3')).toEqual({ text: '{{trigger}}' });
    expect(inputOf(flow, 'step_1')).toEqual({
      url: '{{steps_3.body.url}} {{steps_3.headers.host}} {{steps_3.body}}',
    });
  });

  it('appends an agent output with the value of the last step', { tags: ['FLOW-17'] }, () => {
    const flow = prepareAgentFlow(flowOf('webhook', work()));
    expect(orderOf(flow)).toEqual(['steps_3', 'step_1', 'step_2', 'step_3']);
    expect(inputOf(flow, 'step_3')).toMatchObject({
      output: '{{step_2}}',
      apiKey: '{{trigger.body.apiKey}}',
    });
  });

  it('makes a flow of input and output out of one without steps', () => {
    const flow = prepareAgentFlow(flowOf('webhook', []));
    expect(orderOf(flow)).toEqual(['steps_1', 'step_1']);
    expect(inputOf(flow, 'step_1')).toMatchObject({ output: '{{steps_1}}' });
  });

  it('changes nothing in a flow that has both, nor in one that was prepared', () => {
    const steps = [{ ...inputStep('in', '{{trigger.body}}'), next: 'out' }, outputStep('out', '{{in}}')];
    const both = flowOf('webhook', steps);
    expect(prepareAgentFlow(both)).toEqual(both);
    const once = prepareAgentFlow(flowOf('schedule', work()));
    expect(prepareAgentFlow(once)).toEqual(once);
  });
});

describe('the displayed name of a flow file', () => {
  it.each([
    ['quarterly sales report of the NORTH.pdf', 'Quarterly Sales Report Of…'],
    ['lead intake', 'Lead Intake'],
    ['one two three four', 'One Two Three Four'],
    ['über_uns  heute', 'Über Uns Heute'],
    ['', ''],
  ])('%s is shown as %s', (name, shown) => {
    expect(flowFileName(name)).toBe(shown);
  });
});
