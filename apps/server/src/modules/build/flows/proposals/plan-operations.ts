import type {
  Flow,
  FlowStep,
  PieceCatalogue,
  PieceOperationShape,
  PieceShape,
} from '@atelier/contracts/build/flows/flow-model';
import {
  apply,
  type FlowOperation,
  newFlow,
  newPieceStep,
  newStep,
  newTrigger,
  OperationError,
  type Place,
} from '@atelier/flows/operations';
import type { Proposal, ProposedOperation, ProposedStep } from './proposal-shape.ts';

/** Says what the model has to do otherwise. */
const misfit = (message: string): never => {
  throw new OperationError(message);
};

const namesOf = (of: readonly { name: string }[]): string => of.map(({ name }) => name).join(', ');

interface Wanted {
  pieces: PieceCatalogue;
  piece: string;
  member: string;
  of: 'actions' | 'triggers';
}

/** Finds what a model named. Throws an OperationError that names what there is. */
const findMember = ({ pieces, piece, member, of }: Wanted): [PieceShape, PieceOperationShape] => {
  const found =
    pieces.find(({ name }) => name === piece) ??
    misfit(`There is no piece “${piece}”. There are: ${namesOf(pieces)}.`);
  const operation =
    found[of].find(({ name }) => name === member) ??
    misfit(`The piece “${piece}” has no ${of.slice(0, -1)} “${member}”. It has: ${namesOf(found[of])}.`);
  return [found, operation];
};

/** Puts the proposed input over the defaults. Throws an OperationError for a field that does not exist. */
const filled = <T extends { input: Record<string, unknown> }>(
  settings: T,
  { name, fields }: PieceOperationShape,
  input: Record<string, unknown>,
): T => {
  const known = new Set(fields.map((field) => field.name));
  const unknown = Object.keys(input).find((field) => !known.has(field));
  if (unknown !== undefined)
    misfit(`“${name}” has no field “${unknown}”. It has: ${[...known].join(', ') || 'none'}.`);
  return { ...settings, input: { ...settings.input, ...input } };
};

const makePieceStep = (
  flow: Flow,
  { piece, action, title, input }: Extract<ProposedStep, { kind: 'action' }>,
  pieces: PieceCatalogue,
): FlowStep => {
  const [found, operation] = findMember({ pieces, piece, member: action, of: 'actions' });
  const step = newPieceStep(flow, found, operation);
  return {
    ...step,
    displayName: title ?? step.displayName,
    settings: filled(step.settings, operation, input),
  };
};

const otherwise = { branchName: 'Otherwise', branchType: 'FALLBACK', conditions: [], body: null } as const;

/** Makes what a model proposed as a step of the product. */
const makeStep = (flow: Flow, proposed: ProposedStep, pieces: PieceCatalogue): FlowStep => {
  switch (proposed.kind) {
    case 'action':
      return makePieceStep(flow, proposed, pieces);
    case 'code': {
      const { title, code, input } = proposed;
      return { ...newStep(flow, 'CODE'), type: 'CODE', displayName: title, settings: { code, input } };
    }
    case 'loop': {
      const { title, items } = proposed;
      const step = newStep(flow, 'LOOP_ON_ITEMS');
      return { ...step, type: 'LOOP_ON_ITEMS', displayName: title, settings: { items }, body: null };
    }
    case 'repeat': {
      const { title, until, maxTimes } = proposed;
      const settings = { conditions: until, maxTimes };
      const step = newStep(flow, 'REPEAT_UNTIL');
      return { ...step, type: 'REPEAT_UNTIL', displayName: title, settings, body: null };
    }
    case 'router': {
      const branches = proposed.branches.map(({ name, conditions }) => ({
        branchName: name,
        branchType: 'CONDITION' as const,
        conditions,
        body: null,
      }));
      const settings = { executionType: 'EXECUTE_FIRST_MATCH' as const };
      const all = [...branches, otherwise].map((branch) => ({
        ...branch,
        conditions: [...branch.conditions],
      }));
      return {
        ...newStep(flow, 'ROUTER'),
        type: 'ROUTER',
        displayName: proposed.title,
        settings,
        branches: all,
      };
    }
    case 'parallel': {
      const branches = proposed.branches.map((branchName) => ({ branchName, body: null }));
      return { ...newStep(flow, 'PARALLEL'), type: 'PARALLEL', displayName: proposed.title, branches };
    }
  }
};

const placeOf = ({ after, inside, branch }: ProposedOperation): Place =>
  inside === undefined ? { after: after ?? null } : { inside, body: branch };

/**
 * Makes the operations that build a proposed flow on an empty one, the same as those of the builder and of its undo, and applies them.
 * Throws an OperationError whose message says what does not fit.
 */
export const planOperations = (
  proposal: Proposal,
  pieces: PieceCatalogue,
): { flow: Flow; operations: FlowOperation[] } => {
  let flow = newFlow('New flow');
  const operations: FlowOperation[] = [];
  const take = (operation: FlowOperation) => {
    ({ flow } = apply(flow, operation));
    operations.push(operation);
  };
  take({ type: 'RENAME_FLOW', displayName: proposal.name });
  const { piece, trigger: member, input } = proposal.trigger;
  const [found, operation] = findMember({ pieces, piece, member, of: 'triggers' });
  const trigger = newTrigger('trigger', found, operation);
  const settings = trigger.settings && filled(trigger.settings, operation, input);
  take({ type: 'UPDATE_TRIGGER', trigger: { ...trigger, settings } });
  for (const proposed of proposal.steps) {
    const step = { ...makeStep(flow, proposed.step, pieces), name: proposed.name };
    take({ type: 'ADD_STEPS', at: placeOf(proposed), steps: [step] });
  }
  return { flow, operations };
};
