import type {
  CodeStep,
  Condition,
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
} from '@atelier/contracts/assistants/flows/flow-model';
import { defaultValuesFor } from '@atelier/contracts/fields/field-values';
import { findStep, newStepName } from '../model/index.ts';

const nameTaken = (flow: Flow) => (name: string) =>
  findStep(flow, name) !== undefined || flow.triggers.some((trigger) => trigger.name === name);

/** Returns the name that a new step of the flow gets: the first free one of step_1, step_2, … */
export const nextStepName = (flow: Flow): string => newStepName(nameTaken(flow));

const codeExample = `export const code = async (inputs) => {
  return { greeting: 'Hello ' + inputs.name };
};
`;

/** Makes a condition that compares nothing yet. */
export const newCondition = (): Condition => ({
  firstValue: '',
  operator: 'TEXT_EXACTLY_MATCHES',
  secondValue: '',
});

type Content = Omit<CodeStep, 'name'> | Omit<LoopStep, 'name'> | Omit<RepeatStep, 'name'>;
type BranchedContent = Omit<RouterStep, 'name'> | Omit<ParallelStep, 'name'>;

const createBaseStep = (displayName: string) => ({
  displayName,
  isSkipped: false,
  next: null,
  errors: { retryOnFailure: false, continueOnFailure: false },
});

const contents: { [Type in Exclude<FlowStepType, 'PIECE'>]: () => Content | BranchedContent } = {
  CODE: () => ({
    ...createBaseStep('Code'),
    type: 'CODE',
    settings: { code: codeExample, input: { name: 'world' } },
  }),
  LOOP_ON_ITEMS: () => ({
    ...createBaseStep('Loop'),
    type: 'LOOP_ON_ITEMS',
    settings: { items: '' },
    body: null,
  }),
  REPEAT_UNTIL: () => ({
    ...createBaseStep('Repeat until'),
    type: 'REPEAT_UNTIL',
    settings: { conditions: [[newCondition()]], maxTimes: 10 },
    body: null,
  }),
  ROUTER: () => ({
    ...createBaseStep('Router'),
    type: 'ROUTER',
    settings: { executionType: 'EXECUTE_FIRST_MATCH' },
    branches: [
      { branchName: 'Branch 1', branchType: 'CONDITION', conditions: [[newCondition()]], body: null },
      { branchName: 'Otherwise', branchType: 'FALLBACK', conditions: [], body: null },
    ],
  }),
  PARALLEL: () => ({
    ...createBaseStep('Parallel'),
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

type Named = Pick<PieceShape, 'name' | 'version'>;
type Chosen = Pick<PieceOperationShape, 'name' | 'displayName' | 'fields'>;

/** Makes a step that does an action of a piece, with the defaults of its fields. */
export const newPieceStep = (flow: Flow, piece: Named, action: Chosen): PieceStep => ({
  name: nextStepName(flow),
  ...createBaseStep(action.displayName),
  type: 'PIECE',
  settings: {
    pieceName: piece.name,
    pieceVersion: piece.version,
    pieceType: 'OFFICIAL',
    packageType: 'REGISTRY',
    actionName: action.name,
    input: defaultValuesFor(action.fields),
  },
});

/** Makes a trigger with this name, with the defaults of its fields. */
export const newTrigger = (name: string, piece: Named, trigger: Chosen): FlowTrigger => ({
  name,
  displayName: trigger.displayName,
  settings: {
    pieceName: piece.name,
    pieceVersion: piece.version,
    triggerName: trigger.name,
    input: defaultValuesFor(trigger.fields),
  },
});

const emptyTrigger = (name: string): FlowTrigger => ({
  name,
  displayName: 'Select a trigger',
  settings: null,
});

/** Makes a further trigger, which is not chosen yet: `trigger_2`, `trigger_3`, … */
export const nextTrigger = (flow: Flow): FlowTrigger => {
  const isTaken = nameTaken(flow);
  return emptyTrigger(newStepName((name) => name === 'trigger_1' || isTaken(name), 'trigger'));
};

/** Makes a flow without steps, whose trigger is not chosen. */
export const newFlow = (displayName: string): Flow => ({
  displayName,
  triggers: [emptyTrigger('trigger')],
  first: null,
  steps: {},
  notes: [],
});
