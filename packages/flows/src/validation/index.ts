export { fieldProblems, hasExpression } from './field-problems.ts';
export { ReferenceRules } from './references.ts';
export { usesConnection, validateFlow } from './validate-flow.ts';
