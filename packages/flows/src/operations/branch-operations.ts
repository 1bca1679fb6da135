import {
  type Flow,
  type FlowStep,
  flowLimits,
  type ParallelBranch,
  type ParallelStep,
  type RouterBranch,
  type RouterStep,
} from '@atelier/contracts/assistants/flows/flow-model';
import { listStepPositions } from '../model/index.ts';
import { checkNewSteps, checkSize } from './check-flow.ts';
import { getStep, withStep } from './links.ts';
import { type Applied, type FlowOperation, OperationError } from './operation.ts';
import { without } from './step-operations.ts';

type Operation<Type extends FlowOperation['type']> = Extract<FlowOperation, { type: Type }>;
type Branch = RouterBranch | ParallelBranch;

const branchedStep = (flow: Flow, name: string): RouterStep | ParallelStep => {
  const step = getStep(flow, name);
  if (step.type !== 'ROUTER' && step.type !== 'PARALLEL')
    throw new OperationError(`“${name}” has no branches.`);
  return step;
};

const branchAt = (step: RouterStep | ParallelStep, at: number): Branch => {
  const branch = step.branches[at];
  if (!branch) throw new OperationError(`“${step.name}” has no branch ${at + 1}.`);
  return branch;
};

const isRouterBranch = (branch: Branch): branch is RouterBranch => 'branchType' in branch;

/** Gives a step other branches, each of which must be of its kind. */
const withBranches = (step: RouterStep | ParallelStep, branches: readonly Branch[]): FlowStep => {
  if (branches.length > flowLimits.branches) {
    throw new OperationError(`A step may have at most ${flowLimits.branches} branches.`);
  }
  if (step.type === 'PARALLEL') {
    if (branches.length === 0) throw new OperationError('A parallel step needs at least one branch.');
    const plain = branches.map(({ branchName, body }) => ({ branchName, body }));
    return { ...step, branches: plain };
  }
  const routed = branches.filter(isRouterBranch);
  const fallbacks = routed.filter(({ branchType }) => branchType === 'FALLBACK').length;
  if (routed.length < branches.length) throw new OperationError('A branch of a router needs conditions.');
  if (fallbacks > 1) throw new OperationError('A router may have one fallback branch only.');
  return { ...step, branches: routed };
};

export const addBranch = (
  flow: Flow,
  { step: name, at, branch, steps }: Operation<'ADD_BRANCH'>,
): Applied => {
  const step = branchedStep(flow, name);
  const { branches } = step;
  if (!Number.isInteger(at) || at < 0 || at > branches.length) {
    throw new OperationError(`“${name}” has no place ${at + 1} for a branch.`);
  }
  if (steps.length > 0) checkNewSteps(flow, steps);
  const body = steps[0]?.name ?? null;
  const added = { ...flow.steps, ...Object.fromEntries(steps.map((it) => [it.name, it])) };
  const after = withBranches(step, [...branches.slice(0, at), { ...branch, body }, ...branches.slice(at)]);
  const changed = withStep({ ...flow, steps: added }, after);
  checkSize(changed);
  return { flow: changed, inverse: { type: 'DELETE_BRANCH', step: name, at } };
};

export const deleteBranch = (flow: Flow, { step: name, at }: Operation<'DELETE_BRANCH'>): Applied => {
  const step = branchedStep(flow, name);
  const branch = branchAt(step, at);
  const steps = listStepPositions(flow, branch.body).map((it) => it.step);
  const kept = step.branches.filter((_, index) => index !== at);
  return {
    flow: without(withStep(flow, withBranches(step, kept)), branch.body === null ? [] : steps),
    inverse: { type: 'ADD_BRANCH', step: name, at, branch: { ...branch, body: null }, steps },
  };
};

export const moveBranch = (flow: Flow, { step: name, from, to }: Operation<'MOVE_BRANCH'>): Applied => {
  const step = branchedStep(flow, name);
  const branch = branchAt(step, from);
  branchAt(step, to);
  const others: Branch[] = step.branches.filter((_, index) => index !== from);
  return {
    flow: withStep(flow, withBranches(step, others.toSpliced(to, 0, branch))),
    inverse: { type: 'MOVE_BRANCH', step: name, from: to, to: from },
  };
};
