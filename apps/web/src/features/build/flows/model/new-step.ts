import type { Flow, FlowStep, FlowTrigger } from '@atelier/contracts/build/flows/flow-model';
import type { PieceDescription } from '@atelier/contracts/build/flows/pieces';
import { defaultsOf } from '@atelier/contracts/fields/field-values';
import type { StepChoice } from './catalogue.ts';
import { newCondition } from './condition-words.ts';
import { freeName } from './edits.ts';

const exampleCode = `export const code = async (inputs) => {
  return { greeting: 'Hello ' + inputs.name };
};
`;

type Pieces = readonly PieceDescription[];
type PieceChoice = Extract<StepChoice, { type: 'PIECE' }>;

const defaultInput = (choice: PieceChoice, pieces: Pieces, of: 'actions' | 'triggers') => {
  const piece = pieces.find(({ name }) => name === choice.pieceName);
  return defaultsOf(piece?.[of].find(({ name }) => name === choice.member)?.fields ?? []);
};

/** Returns a new step with the first free name and the defaults of its fields. */
export const newStep = (flow: Flow, choice: StepChoice, pieces: Pieces): FlowStep => {
  const base = {
    name: freeName((name) => Object.hasOwn(flow.steps, name)),
    displayName: choice.title,
    isSkipped: false,
    next: null,
    errors: { retryOnFailure: false, continueOnFailure: false },
  };
  switch (choice.type) {
    case 'PIECE':
      return {
        ...base,
        type: 'PIECE',
        settings: {
          pieceName: choice.pieceName,
          pieceVersion: choice.pieceVersion,
          pieceType: 'OFFICIAL',
          packageType: 'REGISTRY',
          actionName: choice.member,
          input: defaultInput(choice, pieces, 'actions'),
        },
      };
    case 'CODE':
      return { ...base, type: 'CODE', settings: { code: exampleCode, input: { name: 'world' } } };
    case 'LOOP_ON_ITEMS':
      return { ...base, type: 'LOOP_ON_ITEMS', settings: { items: '' }, body: null };
    case 'REPEAT_UNTIL':
      return {
        ...base,
        type: 'REPEAT_UNTIL',
        settings: { conditions: [[newCondition()]], maxTimes: 10 },
        body: null,
      };
    case 'PARALLEL':
      return {
        ...base,
        type: 'PARALLEL',
        branches: [
          { branchName: 'Branch 1', body: null },
          { branchName: 'Branch 2', body: null },
        ],
      };
    case 'ROUTER':
      return {
        ...base,
        type: 'ROUTER',
        settings: { executionType: 'EXECUTE_FIRST_MATCH' },
        branches: [
          { branchName: 'Branch 1', branchType: 'CONDITION', conditions: [[newCondition()]], body: null },
          { branchName: 'Otherwise', branchType: 'FALLBACK', conditions: [], body: null },
        ],
      };
  }
};

/** Returns a trigger that starts the flow in the chosen way. */
export const chosenTrigger = (trigger: FlowTrigger, choice: PieceChoice, pieces: Pieces): FlowTrigger => {
  const { sample: _, ...rest } = trigger;
  return {
    ...rest,
    displayName: choice.title,
    settings: {
      pieceName: choice.pieceName,
      pieceVersion: choice.pieceVersion,
      triggerName: choice.member,
      input: defaultInput(choice, pieces, 'triggers'),
    },
  };
};
