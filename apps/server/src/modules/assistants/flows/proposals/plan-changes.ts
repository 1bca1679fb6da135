import type {
  Flow,
  FlowStep,
  PieceCatalogue,
  RouterBranch,
  RouterStep,
} from '@atelier/contracts/assistants/flows/flow-model';
import { findStep } from '@atelier/flows';
import { apply, type FlowOperation, newFlow, type Place } from '@atelier/flows/operations';
import { filled, findMember, makeStep, makeTrigger, misfit, routedBranch } from './make-proposed.ts';
import type {
  Proposal,
  ProposedChange,
  ProposedChanges,
  ProposedPlace,
  ProposedTrigger,
} from './proposal-shape.ts';

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
