import type { Flow, FlowStep } from '@atelier/contracts/assistants/flows/flow-model';
import { listBodies, listStepPositions } from '@atelier/flows';
import { hashKey } from '@tanstack/react-query';

/** Compares as JSON. The database keeps the fields of an object in another order than the editor. */
const isSame = (one: unknown, other: unknown): boolean => hashKey([one]) === hashKey([other]);

/** Returns a step without its name, its example and the steps after it. */
const substance = (step: FlowStep) => {
  const { displayName: _, sample: __, next: ___, ...rest } = step;
  const inner =
    'branches' in rest ? { ...rest, branches: rest.branches.map((it) => ({ ...it, body: null })) } : rest;
  return 'body' in inner ? { ...inner, body: null } : inner;
};

const positions = (flow: Flow) =>
  new Map(
    listStepPositions(flow).map(({ step, previous, parent }) => [
      step.name,
      `${parent?.name ?? ''}/${parent?.body ?? ''}/${previous ?? ''}`,
    ]),
  );

/** Steps that stand elsewhere although what they followed is still there. */
const movedSteps = (before: Flow, after: Flow): Set<string> => {
  const [old, now] = [positions(before), positions(after)];
  const moved = [...now].filter(([name, place]) => {
    const previous = place.split('/')[2] ?? '';
    const isNeighbourOld = previous === '' || old.has(previous);
    return old.has(name) && old.get(name) !== place && isNeighbourOld && after.steps[name] !== undefined;
  });
  return new Set(moved.map(([name]) => name));
};

const stepChanges = (before: FlowStep, after: FlowStep): string[] => {
  const title = `“${after.displayName}”`;
  return [
    before.displayName === after.displayName ? '' : `“${before.displayName}” is now called ${title}.`,
    isSame(substance(before), substance(after)) ? '' : `The settings of ${title} have changed.`,
    listBodies(before).length === listBodies(after).length ? '' : `${title} has other branches.`,
  ].filter((it) => it !== '');
};

/** Returns what changed from one flow to another, as sentences. */
export const changesBetween = (before: Flow, after: Flow): string[] => {
  const moved = movedSteps(before, after);
  const old = Object.values(before.steps);
  const now = Object.values(after.steps);
  return [
    before.displayName === after.displayName ? '' : `The flow is now called “${after.displayName}”.`,
    isSame(
      before.triggers.map(({ sample: _, ...it }) => it),
      after.triggers.map(({ sample: _, ...it }) => it),
    )
      ? ''
      : 'What starts the flow has changed.',
    ...now.filter(({ name }) => !before.steps[name]).map((step) => `“${step.displayName}” was added.`),
    ...old.filter(({ name }) => !after.steps[name]).map((step) => `“${step.displayName}” was deleted.`),
    ...now.flatMap((step) => {
      const earlier = before.steps[step.name];
      return earlier === undefined ? [] : stepChanges(earlier, step);
    }),
    ...now.filter(({ name }) => moved.has(name)).map((step) => `“${step.displayName}” was moved.`),
    isSame(before.notes, after.notes) ? '' : 'The notes have changed.',
  ].filter((it) => it !== '');
};
