import type { Flow, FlowStep, FlowTrigger } from '@atelier/contracts/assistants/flows/flow-model';
import type { FlowProblem } from '@atelier/contracts/assistants/flows/flow-shapes';
import type { PieceDescription } from '@atelier/contracts/assistants/flows/pieces';
import {
  type Icon,
  IconArrowsSplit2,
  IconBolt,
  IconCode,
  IconGitFork,
  IconRepeat,
  IconRotateClockwise2,
} from '@tabler/icons-react';
import type { CardView } from './card-view.ts';
import { pieceIcon } from './piece-icons.ts';
import type { StepOutcome } from './run-words.ts';

type OtherType = Exclude<FlowStep['type'], 'PIECE'>;

/** The steps that are no pieces, as users know them. */
export const stepKinds: Record<OtherType, { title: string; description: string; Icon: Icon }> = {
  ROUTER: {
    title: 'Router',
    description: 'Goes on in the branch whose conditions hold.',
    Icon: IconGitFork,
  },
  LOOP_ON_ITEMS: {
    title: 'Loop',
    description: 'Repeats its steps for each item of a list.',
    Icon: IconRepeat,
  },
  REPEAT_UNTIL: {
    title: 'Repeat until',
    description: 'Repeats its steps until conditions hold.',
    Icon: IconRotateClockwise2,
  },
  PARALLEL: {
    title: 'Parallel',
    description: 'Runs its branches at the same time, and goes on after all of them.',
    Icon: IconArrowsSplit2,
  },
  CODE: { title: 'Code', description: 'Computes a value with JavaScript of your own.', Icon: IconCode },
};

/** The sources of the cards: the content of a flow, its description, and the run that is shown. */
export interface ViewSources {
  pieces: readonly PieceDescription[];
  problems?: readonly FlowProblem[];
  outcomes?: ReadonlyMap<string, StepOutcome>;
  /** The names of the steps that match the text in the search field. */
  found?: ReadonlySet<string>;
}

const findPiece = (pieces: readonly PieceDescription[], name: string) =>
  pieces.find((it) => it.name === name);

const stepStateFor = (name: string, { problems = [], outcomes, found }: ViewSources) => ({
  problem: problems.find(({ step }) => step === name)?.message,
  run: outcomes?.get(name),
  isFound: found?.has(name) ?? false,
});

const triggerView = (trigger: FlowTrigger, sources: ViewSources): CardView => {
  const { name, displayName, settings } = trigger;
  const state = stepStateFor(name, sources);
  if (settings === null) {
    return {
      ...state,
      title: 'Choose a trigger',
      subtitle: 'Nothing starts this flow yet',
      Icon: IconBolt,
      isSkipped: false,
    };
  }
  const piece = findPiece(sources.pieces, settings.pieceName);
  const kind = piece?.triggers.find((it) => it.name === settings.triggerName);
  return {
    ...state,
    title: displayName,
    subtitle: `Trigger: ${kind?.displayName ?? piece?.displayName ?? settings.pieceName}`,
    Icon: pieceIcon(piece?.icon),
    isSkipped: false,
  };
};

const describeStepType = (step: FlowStep, pieces: readonly PieceDescription[]): string => {
  if (step.type !== 'PIECE') return stepKinds[step.type].title;
  const { pieceName, actionName } = step.settings;
  const piece = findPiece(pieces, pieceName);
  const action = piece?.actions.find((it) => it.name === actionName);
  return [piece?.displayName ?? pieceName, action?.displayName].filter((it) => it !== undefined).join(': ');
};

const iconForStep = (step: FlowStep, pieces: readonly PieceDescription[]): Icon =>
  step.type === 'PIECE'
    ? pieceIcon(findPiece(pieces, step.settings.pieceName)?.icon)
    : stepKinds[step.type].Icon;

const stepView = (step: FlowStep, sources: ViewSources): CardView => ({
  ...stepStateFor(step.name, sources),
  title: step.displayName,
  subtitle: describeStepType(step, sources.pieces),
  Icon: iconForStep(step, sources.pieces),
  isSkipped: step.isSkipped,
});

/** The heads of the chains inside a step. */
const branchTitles = (step: FlowStep): string[] => {
  if ('branches' in step) return step.branches.map(({ branchName }) => branchName);
  if (step.type === 'LOOP_ON_ITEMS') return ['For each item'];
  return step.type === 'REPEAT_UNTIL' ? ['In each round'] : [];
};

/** Returns what the cards of a flow show, by the id of their node. */
export const cardViews = (flow: Flow, sources: ViewSources): Map<string, CardView> => {
  const views = new Map<string, CardView>();
  for (const trigger of flow.triggers) views.set(trigger.name, triggerView(trigger, sources));
  for (const step of Object.values(flow.steps)) {
    const view = stepView(step, sources);
    views.set(step.name, view);
    for (const [index, title] of branchTitles(step).entries()) {
      const { Icon } = view;
      views.set(`${step.name}#${index}`, {
        title,
        subtitle: `of ${step.displayName}`,
        Icon,
        isSkipped: false,
        problem: undefined,
        run: undefined,
        isFound: false,
      });
    }
  }
  return views;
};
