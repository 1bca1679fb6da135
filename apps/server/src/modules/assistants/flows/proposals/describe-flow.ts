import type { Flow, FlowStep } from '@atelier/contracts/assistants/flows/flow-model';
import { placesOf, type StepPlace } from '@atelier/flows';

const longestText = 2000;
const longestFlow = 60_000;

const kinds = {
  PIECE: 'action',
  CODE: 'code',
  LOOP_ON_ITEMS: 'loop',
  REPEAT_UNTIL: 'repeat',
  ROUTER: 'router',
  PARALLEL: 'parallel',
} as const satisfies Record<FlowStep['type'], string>;

/** The settings of a step in the words of the instructions, without its connection and its example. */
const settingsOf = (step: FlowStep) => {
  switch (step.type) {
    case 'PIECE': {
      const { pieceName: piece, actionName: action, input } = step.settings;
      return { piece, action, input };
    }
    case 'CODE':
      return step.settings;
    case 'LOOP_ON_ITEMS':
      return { items: step.settings.items };
    case 'REPEAT_UNTIL':
      return { until: step.settings.conditions, maxTimes: step.settings.maxTimes };
    case 'ROUTER':
      return { branches: step.branches.map(({ branchName: name, conditions }) => ({ name, conditions })) };
    case 'PARALLEL':
      return { branches: step.branches.map(({ branchName }) => branchName) };
  }
};

const placeOf = ({ parent, previous }: StepPlace) =>
  previous === null && parent ? { inside: parent.name, branch: parent.body } : { after: previous };

const shortened = (_: string, value: unknown): unknown =>
  typeof value === 'string' && value.length > longestText ? `${value.slice(0, longestText)}… (cut)` : value;

/** Describes a flow to a model, as JSON in the words of its instructions. Undefined for one that is too large. */
export const describeFlow = (flow: Flow): string | undefined => {
  const triggers = flow.triggers.map(({ name, settings }) => ({
    name,
    ...(settings && { piece: settings.pieceName, trigger: settings.triggerName, input: settings.input }),
  }));
  const steps = placesOf(flow).map((place) => ({
    name: place.step.name,
    ...placeOf(place),
    step: {
      kind: kinds[place.step.type],
      title: place.step.displayName,
      ...settingsOf(place.step),
    },
  }));
  const text = JSON.stringify({ name: flow.displayName, triggers, steps }, shortened);
  return text.length > longestFlow ? undefined : text;
};
