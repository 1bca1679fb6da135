import type {
  Flow,
  FlowStep,
  PieceCatalogue,
  PieceOperationShape,
  PieceShape,
  RouterBranch,
  RouterStep,
} from '@atelier/contracts/assistants/flows/flow-model';
import { findStep } from '@atelier/flows';
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
import type {
  Proposal,
  ProposedChange,
  ProposedChanges,
  ProposedPlace,
  ProposedStep,
  ProposedTrigger,
} from './proposal-shape.ts';

/** Says what the model has to do otherwise. */
const misfit = (message: string): never => {
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
const findMember = ({ pieces, piece, member, of }: Wanted): [PieceShape, PieceOperationShape] => {
  const found =
    pieces.find(({ name }) => name === piece) ??
    misfit(`There is no piece “${piece}”. There are: ${joinNames(pieces)}.`);
  const operation =
    found[of].find(({ name }) => name === member) ??
    misfit(`The piece “${piece}” has no ${of.slice(0, -1)} “${member}”. It has: ${joinNames(found[of])}.`);
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

/** Makes a branch of a router that is taken when the conditions hold. */
const routedBranch = (branchName: string, conditions: RouterBranch['conditions']): RouterBranch => ({
  branchName,
  branchType: 'CONDITION',
  conditions,
  body: null,
});

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
const makeTrigger = (
  name: string,
  { piece, trigger: member, input }: ProposedTrigger,
  pieces: PieceCatalogue,
) => {
  const [found, operation] = findMember({ pieces, piece, member, of: 'triggers' });
  const trigger = newTrigger(name, found, operation);
  return { ...trigger, settings: trigger.settings && filled(trigger.settings, operation, input) };
};

const toPosition = ({ after, inside, branch }: ProposedPlace): Place =>
  inside === undefined ? { after: after ?? null } : { inside, body: branch };

/**
 * Makes the operations that build a proposed flow on an empty one, the same as those of the builder and of its undo, and applies them.
 * Throws an OperationError whose message says what does not fit.
 */
export const planOperations = ({ name, trigger, steps }: Proposal, pieces: PieceCatalogue): Flow => {
  const begun = apply(newFlow(name), {
    type: 'UPDATE_TRIGGER',
    trigger: makeTrigger('trigger', trigger, pieces),
  }).flow;
  return steps.reduce((flow, proposed) => {
    const step = { ...makeStep(flow, proposed.step, pieces), name: proposed.name };
    return apply(flow, { type: 'ADD_STEPS', at: toPosition(proposed), steps: [step] }).flow;
  }, begun);
};

type Change<Do extends ProposedChange['do']> = Extract<ProposedChange, { do: Do }>;
type Input = Record<string, unknown>;

const getStep = (flow: Flow, name: string): FlowStep =>
  findStep(flow, name) ?? misfit(`There is no step “${name}”.`);

/** Puts changed fields over the present ones. Null empties a field. */
const withInput = (present: Input, changed: Input): Input =>
  Object.fromEntries(
    Object.entries({ ...present, ...changed }).filter(
      ([name, value]) => value !== null || !(name in changed),
    ),
  );

const refuseOthers = (
  { title: _, do: __, name, ...rest }: Change<'set'>,
  allowed: readonly string[],
): void => {
  const other = Object.keys(rest).find((key) => !allowed.includes(key));
  if (other !== undefined) misfit(`The step “${name}” has no “${other}”.`);
};

/** Returns a step with other settings. Its connection, and what is inside and after it, stay. */
const changedStep = (flow: Flow, change: Change<'set'>, pieces: PieceCatalogue): FlowStep => {
  const present = getStep(flow, change.name);
  const step = { ...present, displayName: change.title ?? present.displayName };
  switch (step.type) {
    case 'PIECE': {
      refuseOthers(change, ['input']);
      const { pieceName: piece, actionName: member, input } = step.settings;
      const [, operation] = findMember({ pieces, piece, member, of: 'actions' });
      const { input: known } = filled({ input: {} }, operation, change.input ?? {});
      return { ...step, settings: { ...step.settings, input: withInput(input, known) } };
    }
    case 'CODE': {
      refuseOthers(change, ['input', 'code']);
      const { code, input } = step.settings;
      return {
        ...step,
        settings: { code: change.code ?? code, input: withInput(input, change.input ?? {}) },
      };
    }
    case 'LOOP_ON_ITEMS':
      refuseOthers(change, ['items']);
      return { ...step, settings: { items: change.items ?? step.settings.items } };
    case 'REPEAT_UNTIL': {
      refuseOthers(change, ['until', 'maxTimes']);
      const { conditions, maxTimes } = step.settings;
      const settings = { conditions: change.until ?? conditions, maxTimes: change.maxTimes ?? maxTimes };
      return { ...step, settings };
    }
    default:
      refuseOthers(change, []);
      return step;
  }
};

const changedBranch = (
  flow: Flow,
  { name, branch: at, title, conditions }: Change<'set_branch'>,
): FlowStep => {
  const step = getStep(flow, name);
  if (step.type !== 'ROUTER' && step.type !== 'PARALLEL') return misfit(`“${name}” has no branches.`);
  if (!step.branches[at]) misfit(`“${name}” has no branch ${at}.`);
  const named = title === undefined ? {} : { branchName: title };
  if (step.type === 'PARALLEL')
    return { ...step, branches: step.branches.map((it, index) => (index === at ? { ...it, ...named } : it)) };
  const changed = (it: RouterBranch): RouterBranch => {
    if (conditions !== undefined && it.branchType === 'FALLBACK')
      misfit(`“${it.branchName}” is taken when no other branch is, and has no conditions.`);
    return { ...it, ...named, conditions: conditions ?? it.conditions };
  };
  return { ...step, branches: step.branches.map((it, index) => (index === at ? changed(it) : it)) };
};

/** The branch that is taken when no other is stays the last one. */
const lastPlace = ({ branches }: RouterStep): number =>
  branches.at(-1)?.branchType === 'FALLBACK' ? branches.length - 1 : branches.length;

const addedBranch = (flow: Flow, { name, title, conditions }: Change<'add_branch'>): FlowOperation => {
  const step = getStep(flow, name);
  if (step.type === 'PARALLEL') {
    const branch = { branchName: title, body: null };
    return { type: 'ADD_BRANCH', step: name, at: step.branches.length, branch, steps: [] };
  }
  if (step.type !== 'ROUTER') return misfit(`“${name}” has no branches.`);
  if (conditions === undefined) return misfit(`The branch “${title}” of a router needs conditions.`);
  const branch = routedBranch(title, conditions);
  return { type: 'ADD_BRANCH', step: name, at: lastPlace(step), branch, steps: [] };
};

/** Changes the input of the trigger, or exchanges it for another one. */
const changedTrigger = (flow: Flow, proposed: ProposedTrigger, pieces: PieceCatalogue): FlowOperation => {
  const [present] = flow.triggers;
  const made = makeTrigger('trigger', proposed, pieces);
  const settings = present?.settings;
  const isSame =
    settings?.pieceName === made.settings?.pieceName && settings?.triggerName === made.settings?.triggerName;
  if (!present || !settings || !isSame) return { type: 'UPDATE_TRIGGER', trigger: made };
  const input = withInput(settings.input, proposed.input);
  return { type: 'UPDATE_TRIGGER', trigger: { ...present, settings: { ...settings, input } } };
};

const toOperation = (flow: Flow, change: ProposedChange, pieces: PieceCatalogue): FlowOperation => {
  switch (change.do) {
    case 'add': {
      const step = { ...makeStep(flow, change.step, pieces), name: change.name };
      return { type: 'ADD_STEPS', at: toPosition(change), steps: [step] };
    }
    case 'set':
      return { type: 'UPDATE_STEP', step: changedStep(flow, change, pieces) };
    case 'delete':
      return { type: 'DELETE_STEPS', first: change.name, last: change.name };
    case 'move':
      return { type: 'MOVE_STEPS', first: change.name, last: change.name, at: toPosition(change) };
    case 'set_branch':
      return { type: 'UPDATE_STEP', step: changedBranch(flow, change) };
    case 'add_branch':
      return addedBranch(flow, change);
    case 'delete_branch':
      return { type: 'DELETE_BRANCH', step: change.name, at: change.branch };
    case 'trigger':
      return changedTrigger(flow, change, pieces);
    case 'rename':
      return { type: 'RENAME_FLOW', displayName: change.title };
  }
};

/**
 * Makes the operations that change a flow as a model proposed, the same as those of the builder and of its undo, and applies them. Throws
 * an OperationError whose message says what does not fit.
 */
export const planChanges = (flow: Flow, { changes }: ProposedChanges, pieces: PieceCatalogue): Flow =>
  changes.reduce((changed, change) => apply(changed, toOperation(changed, change, pieces)).flow, flow);
