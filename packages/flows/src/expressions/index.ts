export { type CompiledValue, compileValue } from './compile-value.ts';
export { computationLimits, type Scope } from './computation.ts';
export { ExpressionError } from './expression-error.ts';
export { problemOfKey, valueOfKey } from './limit-key.ts';
export { methodNames, momentIn } from './methods/index.ts';
export { expressionLimits } from './parser.ts';
export { type Reference, type Renaming, referencesOf, renameReferences } from './references.ts';
