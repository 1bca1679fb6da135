import type { Flow, FlowStep } from '@atelier/contracts/assistants/flows/flow-model';

/** Returns the first steps of the chains inside a step: the body of a loop, or one for each branch. */
export const listBodies = (step: FlowStep): (string | null)[] => {
  if ('branches' in step) return step.branches.map(({ body }) => body);
  return 'body' in step ? [step.body] : [];
};

/** Returns the step with other chains inside. */
export const withBodies = (step: FlowStep, bodies: readonly (string | null)[]): FlowStep => {
  if (step.type === 'ROUTER') {
    return { ...step, branches: step.branches.map((it, at) => ({ ...it, body: bodies[at] ?? null })) };
  }
  if (step.type === 'PARALLEL') {
    return { ...step, branches: step.branches.map((it, at) => ({ ...it, body: bodies[at] ?? null })) };
  }
  return 'body' in step ? { ...step, body: bodies[0] ?? null } : step;
};

export const findStep = (flow: Flow, name: string): FlowStep | undefined =>
  Object.hasOwn(flow.steps, name) ? flow.steps[name] : undefined;

/** The position of a step in its flow. */
export interface StepPlace {
  step: FlowStep;
  /** The number of loops and branches around it. */
  depth: number;
  /** The step whose body it is in, and the number of that body. Null outside of all loops and branches. */
  parent: { name: string; body: number } | null;
  /** The step before it in its chain; null for the first one. */
  previous: string | null;
}

/** Returns all steps in the order of the flow: a step, then the steps inside it, then the next one. Steps that cannot be reached are left out. */
export const listStepPositions = (flow: Flow, from: string | null = flow.first): StepPlace[] => {
  const places: StepPlace[] = [];
  const seen = new Set<string>();
  const waiting: (Omit<StepPlace, 'step'> & { name: string | null })[] = [
    { name: from, depth: 0, parent: null, previous: null },
  ];
  for (let entry = waiting.pop(); entry; entry = waiting.pop()) {
    const { name, ...place } = entry;
    const step = name === null || seen.has(name) ? undefined : findStep(flow, name);
    if (!step) continue;
    seen.add(step.name);
    places.push({ step, ...place });
    waiting.push({ ...place, name: step.next, previous: step.name });
    const bodies = listBodies(step).map((body, at) => ({
      name: body,
      depth: place.depth + 1,
      parent: { name: step.name, body: at },
      previous: null,
    }));
    waiting.push(...bodies.reverse());
  }
  return places;
};
