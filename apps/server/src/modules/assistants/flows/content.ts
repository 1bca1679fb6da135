import type { Flow, FlowProblem } from '@atelier/contracts/assistants/flows/flow-model';
import type { FlowContent } from '@atelier/contracts/assistants/flows/flow-shapes';
import { readFlow, type WrittenFlow, writeFlow } from '@atelier/flows';
import { validateFlow } from '@atelier/flows/validation';
import { AppError } from '../../../kernel/base/errors.ts';
import { pieceCatalogue } from './pieces/catalogue.ts';
import { type StoredContent } from './repository.ts';

const emptyTrigger = { name: 'trigger', type: 'EMPTY', displayName: 'Select a trigger', settings: {} };

/** Reads the public JSON of a flow. Throws `flows.unreadable` with the problems. */
export const readContent = ({ displayName, trigger, otherTriggers, notes }: FlowContent): Flow => {
  const read = readFlow({ displayName, trigger: trigger ?? emptyTrigger, otherTriggers, notes });
  if (read.flow) return { ...read.flow, displayName };
  throw new AppError('flows.unreadable', { problems: read.problems });
};

export const writeContent = (flow: Flow, problems: readonly FlowProblem[]): WrittenFlow =>
  writeFlow(flow, { invalid: new Set(problems.map(({ step }) => step)) });

const unique = (names: readonly string[]): string[] => [...new Set(names)];

/** Returns what a version stores of a flow: the flow, its problems, and what lists show. */
export const storedContent = (flow: Flow): StoredContent => {
  const chosen = flow.triggers.flatMap(({ settings }) => settings ?? []);
  const steps = Object.values(flow.steps);
  const pieces = steps.flatMap((step) => (step.type === 'PIECE' ? [step.settings.pieceName] : []));
  return {
    name: flow.displayName,
    content: flow,
    problems: validateFlow(flow, pieceCatalogue).problems,
    steps: steps.length,
    pieces: unique([...chosen.map(({ pieceName }) => pieceName), ...pieces]),
    triggers: chosen.map(({ pieceName, triggerName }) => ({ pieceName, triggerName })),
  };
};

/** Returns the flow with the versions of its pieces pinned to those of this server. */
export const pinPieces = (flow: Flow): Flow => {
  const versions = new Map(pieceCatalogue.map(({ name, version }) => [name, version]));
  const pinned = <T extends { pieceName: string; pieceVersion: string }>(settings: T): T => ({
    ...settings,
    pieceVersion: versions.get(settings.pieceName) ?? settings.pieceVersion,
  });
  return {
    ...flow,
    triggers: flow.triggers.map((it) => (it.settings ? { ...it, settings: pinned(it.settings) } : it)),
    steps: Object.fromEntries(
      Object.entries(flow.steps).map(([name, step]) => [
        name,
        step.type === 'PIECE' ? { ...step, settings: pinned(step.settings) } : step,
      ]),
    ),
  };
};
