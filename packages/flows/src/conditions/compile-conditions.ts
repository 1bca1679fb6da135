import type { Condition, ConditionOperator, Conditions } from '@atelier/contracts/build/flows/flow-model';
import { compileValue, type Scope } from '../expressions/index.ts';
import { judges } from './judges.ts';

export type CompiledConditions = (scope: Scope) => boolean;

/** The operators that look at one value only. */
export const singleValueOperators: ReadonlySet<ConditionOperator> = new Set<ConditionOperator>([
  'BOOLEAN_IS_TRUE',
  'BOOLEAN_IS_FALSE',
  'LIST_IS_EMPTY',
  'LIST_IS_NOT_EMPTY',
  'EXISTS',
  'DOES_NOT_EXIST',
]);

const compileCondition = ({ firstValue, operator, secondValue, caseSensitive }: Condition) => {
  const first = compileValue(firstValue);
  const second = compileValue(singleValueOperators.has(operator) ? null : (secondValue ?? ''));
  const judge = judges[operator];
  return (scope: Scope): boolean => judge(first(scope), second(scope), caseSensitive === true);
};

/**
 * Compiles the conditions of a branch or a loop: true when all conditions of one group hold. No group at all is false. Values may contain
 * expressions; throws an ExpressionError as `compileValue` does.
 */
export const compileConditions = (conditions: Conditions): CompiledConditions => {
  const groups = conditions.map((group) => group.map(compileCondition));
  return (scope) => groups.some((group) => group.every((condition) => condition(scope)));
};
