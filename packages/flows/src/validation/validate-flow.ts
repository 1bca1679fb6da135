import type {
  Conditions,
  Flow,
  FlowProblem,
  FlowStep,
  FlowTrigger,
  PieceCatalogue,
  PieceOperationShape,
  PieceShape,
} from '@atelier/contracts/build/flows/flow-model';
import type { FieldValues } from '@atelier/contracts/fields/fields';
import { singleValueOperators } from '../conditions/index.ts';
import { compileValue, ExpressionError, referencesOf } from '../expressions/index.ts';
import { placesOf } from '../model/index.ts';
import { fieldProblems } from './field-problems.ts';
import { ReferenceRules } from './references.ts';

type Problem = Omit<FlowProblem, 'step'>;

/** What the validation of each part of a flow needs. */
interface Checks {
  pieces: PieceCatalogue;
  rules: ReferenceRules;
}

/** Returns what is wrong with the expressions of a value. */
const expressionProblems = ({ rules }: Checks, step: string, value: unknown, field?: string): Problem[] => {
  const named = (message: string): Problem => (field === undefined ? { message } : { field, message });
  try {
    compileValue(value);
  } catch (error) {
    if (error instanceof ExpressionError) return [named(error.message)];
    throw error;
  }
  const messages = referencesOf(value).flatMap(({ name }) => rules.whyNot(step, name) ?? []);
  return [...new Set(messages)].map(named);
};

const inputProblems = (checks: Checks, step: string, input: Record<string, unknown>): Problem[] =>
  Object.entries(input).flatMap(([field, value]) => expressionProblems(checks, step, value, field));

const connectionProblem = (piece: PieceShape, connectionId: string | undefined): Problem[] =>
  piece.connection?.isRequired === true && connectionId === undefined
    ? [{ field: 'connectionId', message: `Please choose a connection for “${piece.displayName}”.` }]
    : [];

const operationProblems = (
  checks: Checks,
  step: string,
  found: { piece: PieceShape | undefined; operation: PieceOperationShape | undefined; missing: string },
  settings: { input: Record<string, unknown>; connectionId?: string },
): Problem[] => {
  const { piece, operation, missing } = found;
  if (!piece || !operation) return [{ message: missing }];
  return [
    ...connectionProblem(piece, settings.connectionId),
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
      ...expressionProblems(checks, step, [firstValue, secondValue ?? null]),
    ];
  });
};

const stepProblems = (checks: Checks, step: FlowStep): Problem[] => {
  switch (step.type) {
    case 'PIECE': {
      const { pieceName, actionName } = step.settings;
      const piece = checks.pieces.find(({ name }) => name === pieceName);
      const operation = piece?.actions.find(({ name }) => name === actionName);
      const found = { piece, operation, missing: 'Please choose an action.' };
      return operationProblems(checks, step.name, found, step.settings);
    }
    case 'CODE':
      return [
        ...(step.settings.code.trim() === '' ? [{ field: 'code', message: 'Please write the code.' }] : []),
        ...inputProblems(checks, step.name, step.settings.input),
      ];
    case 'LOOP_ON_ITEMS':
      return step.settings.items.trim() === ''
        ? [{ field: 'items', message: 'Please choose the items of the loop.' }]
        : expressionProblems(checks, step.name, step.settings.items, 'items');
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
  const missing = 'Please choose a trigger.';
  if (!settings) return [{ message: missing }];
  const piece = checks.pieces.find((it) => it.name === settings.pieceName);
  const operation = piece?.triggers.find((it) => it.name === settings.triggerName);
  return operationProblems(checks, name, { piece, operation, missing }, settings);
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
    ...placesOf(flow).flatMap(({ step }) =>
      step.isSkipped ? [] : stepProblems(checks, step).map((problem) => ({ step: step.name, ...problem })),
    ),
  ];
  return { valid: problems.length === 0, problems };
};
