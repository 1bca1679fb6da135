import type {
  Flow,
  FlowNote,
  FlowStep,
  FlowTrigger,
  StepErrors,
} from '@atelier/contracts/assistants/flows/flow-model';
import { listBodies, listStepPositions } from './bodies.ts';
import { putConnection } from './connections.ts';
import type { JsonObject } from './reader.ts';

export interface WriteOptions {
  /** `documented`: options of errors are true or false. `activepieces`: they are objects with a value, and connections are in the input. */
  shape?: 'documented' | 'activepieces';
  /** The steps and triggers that are not valid. */
  invalid?: ReadonlySet<string>;
}

/** A flow as public JSON. */
export interface WrittenFlow {
  displayName: string;
  trigger: JsonObject;
  otherTriggers: JsonObject[];
  notes: JsonObject[];
}

type Shape = NonNullable<WriteOptions['shape']>;

const writeErrors = (errors: StepErrors, shape: Shape): JsonObject => {
  const { retryOnFailure, continueOnFailure } = errors;
  return {
    errorHandlingOptions:
      shape === 'documented'
        ? errors
        : { retryOnFailure: { value: retryOnFailure }, continueOnFailure: { value: continueOnFailure } },
  };
};

const writeConnection = (
  { input, connectionId }: { input: JsonObject; connectionId?: string },
  shape: Shape,
): JsonObject => {
  if (connectionId === undefined) return { input };
  const isInside = shape === 'activepieces' && !Object.hasOwn(input, 'auth');
  return isInside ? { input: putConnection(input, connectionId) } : { input, connectionId };
};

const writeSettings = (step: FlowStep, shape: Shape): JsonObject => {
  switch (step.type) {
    case 'PIECE': {
      const { input: _, connectionId: __, ...rest } = step.settings;
      return { ...rest, ...writeConnection(step.settings, shape) };
    }
    case 'CODE':
      return { sourceCode: { code: step.settings.code, packageJson: '{}' }, input: step.settings.input };
    case 'ROUTER':
      return {
        ...step.settings,
        branches: step.branches.map(({ branchName, branchType, conditions }) =>
          branchType === 'FALLBACK' ? { branchName, branchType } : { branchName, branchType, conditions },
        ),
      };
    case 'PARALLEL':
      return { branches: step.branches.map(({ branchName }) => ({ branchName })) };
    default:
      return { ...step.settings };
  }
};

const writeStep = (step: FlowStep, shape: Shape, valid: boolean): JsonObject => ({
  name: step.name,
  type: step.type,
  displayName: step.displayName,
  valid,
  ...(step.isSkipped ? { skip: true } : {}),
  ...(step.sample === undefined ? {} : { sample: step.sample }),
  settings: { ...writeSettings(step, shape), ...writeErrors(step.errors, shape) },
});

const writeTrigger = (
  { name, displayName, settings, sample }: FlowTrigger,
  shape: Shape,
  valid: boolean,
): JsonObject => {
  const base = { name, displayName, valid, ...(sample === undefined ? {} : { sample }) };
  if (settings === null) return { ...base, type: 'EMPTY', settings: {} };
  const { input: _, connectionId: __, ...rest } = settings;
  return { ...base, type: 'PIECE_TRIGGER', settings: { ...rest, ...writeConnection(settings, shape) } };
};

const writeNote = ({ id, text, color, x, y, width, height }: FlowNote): JsonObject => ({
  id,
  content: text,
  color,
  position: { x, y },
  size: { width, height },
});

/** Writes a flow as public JSON, which `readFlow` reads. */
export const writeFlow = (flow: Flow, { shape = 'documented', invalid }: WriteOptions = {}): WrittenFlow => {
  const isValid = (name: string) => !invalid?.has(name);
  const written = new Map(
    listStepPositions(flow).map(({ step }) => [step.name, writeStep(step, shape, isValid(step.name))]),
  );
  const findWrittenName = (name: string | null) => (name === null ? null : (written.get(name) ?? null));
  for (const [name, json] of written) {
    const step = flow.steps[name];
    if (!step) continue;
    if ('branches' in step) json['children'] = listBodies(step).map(findWrittenName);
    else if ('body' in step && step.body !== null) json['firstLoopAction'] = findWrittenName(step.body);
    if (step.next !== null) json['nextAction'] = findWrittenName(step.next);
  }
  const [trigger = {}, ...otherTriggers] = flow.triggers.map((it) =>
    writeTrigger(it, shape, isValid(it.name)),
  );
  if (flow.first !== null) trigger['nextAction'] = findWrittenName(flow.first);
  return { displayName: flow.displayName, trigger, otherTriggers, notes: flow.notes.map(writeNote) };
};
