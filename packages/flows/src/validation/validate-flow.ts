import type {
  Conditions,
  Flow,
  FlowProblem,
  FlowStep,
  FlowTrigger,
  PieceCatalogue,
  PieceOperationShape,
  PieceShape,
} from '@atelier/contracts/assistants/flows/flow-model';
import type { FieldValues } from '@atelier/contracts/fields/fields';
import { singleValueOperators } from '../conditions/index.ts';
import { compileValue, ExpressionError, listReferences } from '../expressions/index.ts';
import { listStepPositions } from '../model/index.ts';
import { fieldProblems } from './field-problems.ts';
import { ReferenceRules } from './references.ts';
import { remember } from './remember.ts';

type Problem = Omit<FlowProblem, 'step'>;

/** The data for the validation of each part of a flow. */
interface Checks {
  pieces: PieceCatalogue;
  rules: ReferenceRules;
}

/** Reads the expressions of a value: why they cannot be read, or the names that they refer to. */
const readExpressions = (value: unknown): { failure: string } | { names: string[] } => {
  try {
    compileValue(value);
  } catch (error) {
    if (error instanceof ExpressionError) return { failure: error.message };
    throw error;
  }
  return { names: [...new Set(listReferences(value).map(({ name }) => name))] };
};

type Expressions = ReturnType<typeof readExpressions>;

const readInput = remember((input: Record<string, unknown>) =>
  Object.entries(input).map(([field, value]) => ({ field, read: readExpressions(value) })),
);

/** Returns what is wrong with expressions. */
const expressionProblems = (
  { rules }: Checks,
  step: string,
  read: Expressions,
  field?: string,
): Problem[] => {
  const named = (message: string): Problem => (field === undefined ? { message } : { field, message });
  if ('failure' in read) return [named(read.failure)];
  const messages = read.names.flatMap((name) => rules.whyNot(step, name) ?? []);
  return [...new Set(messages)].map(named);
};

const inputProblems = (checks: Checks, step: string, input: Record<string, unknown>): Problem[] =>
  readInput(input).flatMap(({ field, read }) => expressionProblems(checks, step, read, field));

/** Returns true for an action or trigger that uses a connection of its piece; the others reach nothing outside the flow. */
export const usesConnection = ({ kind }: Pick<PieceOperationShape, 'kind'>): boolean =>
  kind !== 'pure' && kind !== 'control' && kind !== 'task';

const connectionProblem = (piece: PieceShape, connectionId: string | undefined): Problem[] =>
  piece.connection?.isRequired === true && connectionId === undefined
    ? [{ field: 'connectionId', message: `Please choose a connection for “${piece.displayName}”.` }]
    : [];

/** Says what a step that names an unknown piece, action or trigger needs. */
const whyUnknown = (
  piece: PieceShape | undefined,
  { pieceName, member, what }: { pieceName: string; member: string; what: string },
): string => {
  if (member === '') return `Please choose ${what}.`;
  const missing = piece ? `“${piece.displayName}” has no “${member}”` : `This server has no “${pieceName}”`;
  return `${missing}. Please choose another ${what.replace(/^an? /, '')}.`;
};

const operationProblems = (
  checks: Checks,
  step: string,
  found: { piece: PieceShape | undefined; operation: PieceOperationShape | undefined; why: () => string },
  settings: { input: Record<string, unknown>; connectionId?: string },
): Problem[] => {
  const { piece, operation, why } = found;
  if (!piece || !operation) return [{ message: why() }];
  return [
    ...(usesConnection(operation) ? connectionProblem(piece, settings.connectionId) : []),
    ...fieldProblems(operation.fields, settings.input as FieldValues),
    ...inputProblems(checks, step, settings.input),
  ];
};

const conditionProblems = (checks: Checks, step: string, conditions: Conditions): Problem[] => {
  if (conditions.flat().length === 0) return [{ message: 'Please add a condition.' }];
  return conditions.flat().flatMap(({ firstValue, operator, secondValue }) => {
    const isEmpty = firstValue === '' || (!singleValueOperators.has(operator) && (secondValue ?? '') === '');
    return [
      ...(isEmpty ? [{ message: 'Please fill in both sides of the condition.' }] : []),
      ...expressionProblems(checks, step, readExpressions([firstValue, secondValue ?? null])),
    ];
  });
};

const stepProblems = (checks: Checks, step: FlowStep): Problem[] => {
  switch (step.type) {
    case 'PIECE': {
      const { pieceName, actionName } = step.settings;
      const piece = checks.pieces.find(({ name }) => name === pieceName);
      const operation = piece?.actions.find(({ name }) => name === actionName);
      const why = () => whyUnknown(piece, { pieceName, member: actionName, what: 'an action' });
      return operationProblems(checks, step.name, { piece, operation, why }, step.settings);
    }
    case 'CODE':
      return [
        ...(step.settings.code.trim() === '' ? [{ field: 'code', message: 'Please write the code.' }] : []),
        ...inputProblems(checks, step.name, step.settings.input),
      ];
    case 'LOOP_ON_ITEMS':
      return step.settings.items.trim() === ''
        ? [{ field: 'items', message: 'Please choose the items of the loop.' }]
        : expressionProblems(checks, step.name, readExpressions(step.settings.items), 'items');
    case 'REPEAT_UNTIL':
      return conditionProblems(checks, step.name, step.settings.conditions);
    case 'ROUTER':
      return step.branches
        .filter(({ branchType }) => branchType === 'CONDITION')
        .flatMap(({ conditions }) => conditionProblems(checks, step.name, conditions));
    case 'PARALLEL':
      return [];
  }
};

const triggerProblems = (checks: Checks, { name, settings }: FlowTrigger): Problem[] => {
  if (!settings) return [{ message: 'Please choose a trigger.' }];
  const { pieceName, triggerName } = settings;
  const piece = checks.pieces.find((it) => it.name === pieceName);
  const operation = piece?.triggers.find((it) => it.name === triggerName);
  const why = () => whyUnknown(piece, { pieceName, member: triggerName, what: 'a trigger' });
  return operationProblems(checks, name, { piece, operation, why }, settings);
};

/**
 * Returns what keeps a flow from being published: things that are not chosen, values that do not fit their fields, expressions that cannot
 * be read, and references to what has no value yet. Skipped steps are not judged.
 */
export const validateFlow = (
  flow: Flow,
  pieces: PieceCatalogue,
): { valid: boolean; problems: FlowProblem[] } => {
  const checks = { pieces, rules: new ReferenceRules(flow) };
  const problems = [
    ...flow.triggers.flatMap((trigger) =>
      triggerProblems(checks, trigger).map((problem) => ({ step: trigger.name, ...problem })),
    ),
    ...listStepPositions(flow).flatMap(({ step }) =>
      step.isSkipped ? [] : stepProblems(checks, step).map((problem) => ({ step: step.name, ...problem })),
    ),
  ];
  return { valid: problems.length === 0, problems };
};
