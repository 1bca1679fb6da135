import type { Flow, FlowStep, FlowTrigger } from '@atelier/contracts/build/flows/flow-model';
import { bodiesOf, placesOf } from '@atelier/flows';
import { renameReferences } from '@atelier/flows/expressions';
import type { Place } from './flow-layout.ts';

const withStep = (flow: Flow, step: FlowStep): Flow => ({
  ...flow,
  steps: { ...flow.steps, [step.name]: step },
});

const withBody = (step: FlowStep, branch: number | null, body: string | null): FlowStep => {
  const at = <T extends { body: string | null }>(branches: T[]): T[] =>
    branches.map((it, index) => (index === branch ? { ...it, body } : it));
  if (step.type === 'ROUTER') return { ...step, branches: at(step.branches) };
  if (step.type === 'PARALLEL') return { ...step, branches: at(step.branches) };
  return 'body' in step ? { ...step, body } : step;
};

/** Returns the first step of the chain that follows a place. */
const followerOf = (flow: Flow, place: Place): string | null => {
  if (place.at === 'start') return flow.first;
  const step = flow.steps[place.step];
  if (step === undefined) return null;
  return place.at === 'after' ? step.next : (bodiesOf(step)[place.branch ?? 0] ?? null);
};

/** Lets another step follow a place. */
const follow = (flow: Flow, place: Place, next: string | null): Flow => {
  if (place.at === 'start') return { ...flow, first: next };
  const step = flow.steps[place.step];
  if (step === undefined) return flow;
  return withStep(flow, place.at === 'after' ? { ...step, next } : withBody(step, place.branch, next));
};

/** Returns the place of a step: what adding it again would take to bring it back there. */
export const placeOf = (flow: Flow, name: string): Place | undefined => {
  const found = placesOf(flow).find(({ step }) => step.name === name);
  if (found === undefined) return undefined;
  const { previous, parent } = found;
  if (previous !== null) return { at: 'after', step: previous };
  if (parent === null) return { at: 'start' };
  const around = flow.steps[parent.name];
  return { at: 'inside', step: parent.name, branch: around && 'branches' in around ? parent.body : null };
};

/** Returns a step and all steps inside it, itself first. */
export const withInner = (flow: Flow, name: string): string[] => {
  const step = flow.steps[name];
  if (step === undefined) return [];
  const inner = bodiesOf(step).flatMap((body) => placesOf(flow, body).map((it) => it.step.name));
  return [name, ...inner];
};

/** Puts a step of the flow, or a new one, at a place. What followed the place now follows the step. */
export const insertStep = (flow: Flow, place: Place, step: FlowStep): Flow =>
  follow(withStep(flow, { ...step, next: followerOf(flow, place) }), place, step.name);

const detach = (flow: Flow, name: string): Flow => {
  const place = placeOf(flow, name);
  return place === undefined ? flow : follow(flow, place, flow.steps[name]?.next ?? null);
};

/** Removes a step with all steps inside it. */
export const removeStep = (flow: Flow, name: string): Flow => {
  const gone = new Set(withInner(flow, name));
  const { steps, ...rest } = detach(flow, name);
  return { ...rest, steps: Object.fromEntries(Object.entries(steps).filter(([it]) => !gone.has(it))) };
};

/** Moves a step with all steps inside it. A place inside the step itself changes nothing. */
export const moveStep = (flow: Flow, name: string, place: Place): Flow => {
  const step = flow.steps[name];
  if (step === undefined || (place.at !== 'start' && withInner(flow, name).includes(place.step))) return flow;
  return insertStep(detach(flow, name), place, step);
};

/** Returns the first free name of the form `step_1`. */
export const freeName = (taken: (name: string) => boolean, stem = 'step'): string => {
  let number = 1;
  while (taken(`${stem}_${number}`)) number += 1;
  return `${stem}_${number}`;
};

export interface CopiedSteps {
  /** The name of the outermost step. */
  root: string;
  steps: Record<string, FlowStep>;
}

/** Takes a copy of a step with all steps inside it. */
export const copySteps = (flow: Flow, name: string): CopiedSteps => ({
  root: name,
  steps: Object.fromEntries(
    withInner(flow, name).flatMap((it) => {
      const step = flow.steps[it];
      return step === undefined ? [] : [[it, step] as const];
    }),
  ),
});

/** Puts copied steps at a place under new names. References among them lead to the copies. */
export const pasteSteps = (flow: Flow, place: Place, copied: CopiedSteps): { flow: Flow; name: string } => {
  const names = new Map<string, string>();
  const used = new Set(Object.keys(flow.steps));
  for (const old of Object.keys(copied.steps)) {
    const name = freeName((it) => used.has(it));
    used.add(name);
    names.set(old, name);
  }
  const nameOf = (old: string | null) => (old === null ? null : (names.get(old) ?? null));
  const renamings = [...names].map(([from, to]) => ({ from, to }));
  let next = flow;
  for (const [old, step] of Object.entries(copied.steps)) {
    const moved = {
      ...renameReferences(step, renamings),
      name: names.get(old) ?? old,
      next: nameOf(step.next),
    };
    const copy = bodiesOf(step).reduce<FlowStep>(
      (it, body, index) => withBody(it, index, nameOf(body)),
      moved,
    );
    next = withStep(next, copy);
  }
  const name = names.get(copied.root) ?? '';
  const root = next.steps[name];
  return { name, flow: root === undefined ? flow : insertStep(next, place, root) };
};

/** Removes a branch of a router or of a parallel step with the steps in it. */
export const removeBranch = (flow: Flow, name: string, branch: number): Flow => {
  const step = flow.steps[name];
  if (step === undefined || !('branches' in step)) return flow;
  const inner = placesOf(flow, bodiesOf(step)[branch] ?? null).map((it) => it.step.name);
  const kept = inner.reduce((it, gone) => (it.steps[gone] ? removeStep(it, gone) : it), flow);
  const emptied = kept.steps[name];
  if (emptied?.type === 'ROUTER') {
    return withStep(kept, { ...emptied, branches: emptied.branches.toSpliced(branch, 1) });
  }
  if (emptied?.type !== 'PARALLEL') return flow;
  return withStep(kept, { ...emptied, branches: emptied.branches.toSpliced(branch, 1) });
};

/** Puts a changed step in the place of the step with the same name. */
export const changeStep = (flow: Flow, step: FlowStep): Flow =>
  flow.steps[step.name] === undefined ? flow : withStep(flow, step);

export const changeTrigger = (flow: Flow, trigger: FlowTrigger): Flow => ({
  ...flow,
  triggers: flow.triggers.map((it) => (it.name === trigger.name ? trigger : it)),
});

export const addTrigger = (flow: Flow): Flow => ({
  ...flow,
  triggers: [
    ...flow.triggers,
    {
      name: freeName(
        (name) => flow.triggers.some((it) => it.name === name) || name === 'trigger_1',
        'trigger',
      ),
      displayName: 'Choose a trigger',
      settings: null,
    },
  ],
});

/** Removes a further trigger. The first one stays, because expressions refer to it. */
export const removeTrigger = (flow: Flow, name: string): Flow => ({
  ...flow,
  triggers: flow.triggers.filter((it, index) => index === 0 || it.name !== name),
});

/** Returns the place to which a step moves by one up or down in its chain; undefined at the ends. */
export const placeBeside = (flow: Flow, name: string, direction: 'up' | 'down'): Place | undefined => {
  if (direction === 'down') {
    const next = flow.steps[name]?.next;
    return next === null || next === undefined ? undefined : { at: 'after', step: next };
  }
  const place = placeOf(flow, name);
  return place?.at === 'after' ? placeOf(flow, place.step) : undefined;
};
