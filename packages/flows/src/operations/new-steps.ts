import type {
  CodeStep,
  Flow,
  FlowStep,
  FlowStepType,
  FlowTrigger,
  LoopStep,
  ParallelStep,
  PieceOperationShape,
  PieceShape,
  PieceStep,
  RepeatStep,
  RouterStep,
} from '@atelier/contracts/build/flows/flow-model';
import { defaultsOf } from '@atelier/contracts/fields/field-values';
import { findStep, newStepName } from '../model/index.ts';

const nameTaken = (flow: Flow) => (name: string) =>
  findStep(flow, name) !== undefined || flow.triggers.some((trigger) => trigger.name === name);

/** Returns the name that a new step of the flow gets: the first free one of step_1, step_2, … */
export const nextStepName = (flow: Flow): string => newStepName(nameTaken(flow));

const codeExample = `export const code = async (inputs) => {
  return inputs;
};
`;

const emptyCondition = { firstValue: '', operator: 'TEXT_CONTAINS', secondValue: '' } as const;

type Content = Omit<CodeStep, 'name'> | Omit<LoopStep, 'name'> | Omit<RepeatStep, 'name'>;
type BranchedContent = Omit<RouterStep, 'name'> | Omit<ParallelStep, 'name'>;

const baseOf = (displayName: string) => ({
  displayName,
  isSkipped: false,
  next: null,
  errors: { retryOnFailure: false, continueOnFailure: false },
});

const contents: { [Type in Exclude<FlowStepType, 'PIECE'>]: () => Content | BranchedContent } = {
  CODE: () => ({ ...baseOf('Code'), type: 'CODE', settings: { code: codeExample, input: {} } }),
  LOOP_ON_ITEMS: () => ({ ...baseOf('Loop'), type: 'LOOP_ON_ITEMS', settings: { items: '' }, body: null }),
  REPEAT_UNTIL: () => ({
    ...baseOf('Repeat'),
    type: 'REPEAT_UNTIL',
    settings: { conditions: [[emptyCondition]], maxTimes: 100 },
    body: null,
  }),
  ROUTER: () => ({
    ...baseOf('Router'),
    type: 'ROUTER',
    settings: { executionType: 'EXECUTE_FIRST_MATCH' },
    branches: [
      { branchName: 'Branch 1', branchType: 'CONDITION', conditions: [[emptyCondition]], body: null },
      { branchName: 'Otherwise', branchType: 'FALLBACK', conditions: [], body: null },
    ],
  }),
  PARALLEL: () => ({
    ...baseOf('Parallel'),
    type: 'PARALLEL',
    branches: [
      { branchName: 'Branch 1', body: null },
      { branchName: 'Branch 2', body: null },
    ],
  }),
};

/** Makes a step that is not of a piece, with what it begins with. Add it with ADD_STEPS. */
export const newStep = (flow: Flow, type: Exclude<FlowStepType, 'PIECE'>): FlowStep => ({
  name: nextStepName(flow),
  ...contents[type](),
});

/** Makes a step that does an action of a piece, with the defaults of its fields. */
export const newPieceStep = (flow: Flow, piece: PieceShape, action: PieceOperationShape): PieceStep => ({
  name: nextStepName(flow),
  ...baseOf(action.displayName),
  type: 'PIECE',
  settings: {
    pieceName: piece.name,
    pieceVersion: piece.version,
    pieceType: 'OFFICIAL',
    packageType: 'REGISTRY',
    actionName: action.name,
    input: defaultsOf(action.fields),
  },
});

/** Makes a trigger with this name, with the defaults of its fields. */
export const newTrigger = (name: string, piece: PieceShape, trigger: PieceOperationShape): FlowTrigger => ({
  name,
  displayName: trigger.displayName,
  settings: {
    pieceName: piece.name,
    pieceVersion: piece.version,
    triggerName: trigger.name,
    input: defaultsOf(trigger.fields),
  },
});

/** Makes a flow without steps, whose trigger is not chosen. */
export const newFlow = (displayName: string): Flow => ({
  displayName,
  triggers: [{ name: 'trigger', displayName: 'Select a trigger', settings: null }],
  first: null,
  steps: {},
  notes: [],
});
