import type { Flow, FlowStep, PieceStep } from '@atelier/contracts/assistants/flows/flow-model';
import { type Renaming, renameReferences } from '../expressions/index.ts';
import { findStep, listStepPositions, newStepName } from '../model/index.ts';

/** The versions that the documents give to the two pieces of agent flows (CONST-13). */
export const agentPieceVersions = { input: '~0.0.1', utilities: '~0.2.14' } as const;

/** The expression from which flows that agents run read their input (FLOW-10). */
export const triggerBody = '{{trigger.body}}';

const pieceStep = (
  name: string,
  displayName: string,
  settings: Pick<PieceStep['settings'], 'pieceName' | 'pieceVersion' | 'actionName' | 'input'>,
): PieceStep => ({
  name,
  displayName,
  isSkipped: false,
  next: null,
  errors: { retryOnFailure: false, continueOnFailure: false },
  type: 'PIECE',
  settings: { pieceType: 'OFFICIAL', packageType: 'REGISTRY', ...settings },
});

/** The step that passes on the input of the flow (FLOW-07). */
export const inputStep = (name: string, text: string): PieceStep =>
  pieceStep(name, 'Input', {
    pieceName: 'input',
    pieceVersion: agentPieceVersions.input,
    actionName: 'trigger_input',
    input: { text },
  });

/** The step that sets the output of the flow, with what the worker sent along in the body of the trigger (FLOW-08, FLOW-09). */
export const outputStep = (name: string, output: string): PieceStep =>
  pieceStep(name, 'Advanced Agent Dashboard Settings', {
    pieceName: 'utilities',
    pieceVersion: agentPieceVersions.utilities,
    actionName: 'agent_output',
    input: {
      output,
      apiKey: '{{trigger.body.apiKey}}',
      tenantId: '{{trigger.body.tenantId}}',
      workerId: '{{trigger.body.workerId}}',
      workerRecordId: '{{trigger.body.workerRecordId}}',
    },
  });

/** The steps that a new agent flow begins with. */
export const defaultAgentSteps = (): PieceStep[] => [
  { ...inputStep('step_1', triggerBody), next: 'step_4' },
  outputStep('step_4', '{{step_1}}'),
];

const isAction = (step: FlowStep | undefined, pieceName: string, actionName: string): boolean =>
  step?.type === 'PIECE' && step.settings.pieceName === pieceName && step.settings.actionName === actionName;

/** Inserts the input step after the trigger and lets later references to the trigger lead to it (FLOW-12 to FLOW-16). */
const withInput = (flow: Flow): Flow => {
  const steps = Object.values(flow.steps);
  if (steps.some((step) => isAction(step, 'input', 'trigger_input'))) return flow;
  let number = steps.length + 1;
  while (findStep(flow, `steps_${number}`)) number += 1;
  const name = `steps_${number}`;
  const isWebhook = flow.triggers[0]?.settings?.pieceName === 'webhook';
  const renaming: Renaming = { from: 'trigger', keys: isWebhook ? ['body'] : [], to: name };
  const renamed = steps.map((step): FlowStep => renameReferences(step, [renaming]));
  const input = { ...inputStep(name, isWebhook ? triggerBody : '{{trigger}}'), next: flow.first };
  return {
    ...flow,
    first: name,
    steps: Object.fromEntries([input, ...renamed].map((step) => [step.name, step])),
  };
};

/** Appends the output step, whose output is the value of the last step (FLOW-17). */
const withOutput = (flow: Flow): Flow => {
  const last = listStepPositions(flow).findLast(({ parent }) => parent === null)?.step;
  if (!last || isAction(last, 'utilities', 'agent_output')) return flow;
  const name = newStepName((it) => findStep(flow, it) !== undefined);
  return {
    ...flow,
    steps: {
      ...flow.steps,
      [last.name]: { ...last, next: name },
      [name]: outputStep(name, `{{${last.name}}}`),
    },
  };
};

/** Prepares a flow for an agent: it begins with an input step and ends with an agent-output step (FLOW-12 to FLOW-18). */
export const prepareAgentFlow = (flow: Flow): Flow => withOutput(withInput(flow));
