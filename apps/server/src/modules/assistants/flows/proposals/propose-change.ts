import type { Flow, FlowStep } from '@atelier/contracts/assistants/flows/flow-model';
import { listStepPositions, type StepPlace } from '@atelier/flows';
import { validateFlow } from '@atelier/flows/validation';
import { fail } from '../../../../kernel/base/errors.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { pieceCatalogue } from '../pieces/catalogue.ts';
import { findFlow, findVersion } from '../service/reads.ts';
import { askForFlow } from './ask-for-flow.ts';
import { describeChange } from './describe-task.ts';
import { planChanges } from './plan-changes.ts';
import { ProposedChanges } from './proposal-shape.ts';

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
const toProposedSettings = (step: FlowStep) => {
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

const toProposedPosition = ({ parent, previous }: StepPlace) =>
  previous === null && parent ? { inside: parent.name, branch: parent.body } : { after: previous };

const shortened = (_: string, value: unknown): unknown =>
  typeof value === 'string' && value.length > longestText ? `${value.slice(0, longestText)}… (cut)` : value;

/** Describes a flow to a model, as JSON in the words of its instructions. Undefined for one that is too large. */
const describeFlow = (flow: Flow): string | undefined => {
  const triggers = flow.triggers.map(({ name, settings }) => ({
    name,
    ...(settings && { piece: settings.pieceName, trigger: settings.triggerName, input: settings.input }),
  }));
  const steps = listStepPositions(flow).map((place) => ({
    name: place.step.name,
    ...toProposedPosition(place),
    step: {
      kind: kinds[place.step.type],
      title: place.step.displayName,
      ...toProposedSettings(place.step),
    },
  }));
  const text = JSON.stringify({ name: flow.displayName, triggers, steps }, shortened);
  return text.length > longestFlow ? undefined : text;
};

/**
 * Asks the model of the company how a sentence changes the newest version of a flow. Throws `flows.not_found`,
 * `flows.too_large_to_describe`, `flows.change_unusable` and what `askForFlow` throws.
 */
export const proposeChange = async (
  ctx: Ctx,
  { id, sentence }: { id: string; sentence: string },
  signal: AbortSignal,
) => {
  const { content, name } = await ctx.tx(async (tx) => {
    const { newestVersionId } = await findFlow(tx, id);
    return (await findVersion(tx, id, newestVersionId)).row;
  });
  const flow = { ...content, displayName: name };
  const described = describeFlow(flow) ?? fail('flows.too_large_to_describe');
  return askForFlow(
    ctx,
    {
      instructions: describeChange(),
      question: `The flow:\n${described}\n\nThe text:\n"""\n${sentence}\n"""`,
      shape: ProposedChanges,
      plan: (changes) => planChanges(flow, changes, pieceCatalogue),
      known: validateFlow(flow, pieceCatalogue).problems,
      unusable: 'flows.change_unusable',
    },
    signal,
  );
};
