export { fieldProblems, hasExpression } from './field-problems.ts';
export { ReferenceRules } from './references.ts';
export { validateFlow } from './validate-flow.ts';
