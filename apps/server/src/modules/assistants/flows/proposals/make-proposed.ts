import type {
  Flow,
  FlowStep,
  PieceCatalogue,
  PieceOperationShape,
  PieceShape,
  RouterBranch,
} from '@atelier/contracts/assistants/flows/flow-model';
import { newPieceStep, newStep, newTrigger, OperationError } from '@atelier/flows/operations';
import type { ProposedStep, ProposedTrigger } from './proposal-shape.ts';

/** Says what the model has to do otherwise. */
export const misfit = (message: string): never => {
  throw new OperationError(message);
};

const joinNames = (of: readonly { name: string }[]): string => of.map(({ name }) => name).join(', ');

interface Wanted {
  pieces: PieceCatalogue;
  piece: string;
  member: string;
  of: 'actions' | 'triggers';
}

/** Finds what a model named. Throws an OperationError that names what there is. */
export const findMember = ({ pieces, piece, member, of }: Wanted): [PieceShape, PieceOperationShape] => {
  const found =
    pieces.find(({ name }) => name === piece) ??
    misfit(`There is no piece “${piece}”. There are: ${joinNames(pieces)}.`);
  const operation =
    found[of].find(({ name }) => name === member) ??
    misfit(`The piece “${piece}” has no ${of.slice(0, -1)} “${member}”. It has: ${joinNames(found[of])}.`);
  return [found, operation];
};

/** Puts the proposed input over the defaults. Throws an OperationError for a field that does not exist. */
export const filled = <T extends { input: Record<string, unknown> }>(
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

/** Makes a branch of a router that is taken when the conditions hold. */
export const routedBranch = (branchName: string, conditions: RouterBranch['conditions']): RouterBranch => ({
  branchName,
  branchType: 'CONDITION',
  conditions,
  body: null,
});

/** Makes what a model proposed as a step of the product. */
export const makeStep = (flow: Flow, proposed: ProposedStep, pieces: PieceCatalogue): FlowStep => {
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
      const branches = proposed.branches.map(({ name, conditions }) => routedBranch(name, conditions));
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

/** Makes the trigger that a model proposed. */
export const makeTrigger = (
  name: string,
  { piece, trigger: member, input }: ProposedTrigger,
  pieces: PieceCatalogue,
) => {
  const [found, operation] = findMember({ pieces, piece, member, of: 'triggers' });
  const trigger = newTrigger(name, found, operation);
  return { ...trigger, settings: trigger.settings && filled(trigger.settings, operation, input) };
};
