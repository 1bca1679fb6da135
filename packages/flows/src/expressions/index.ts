export {
  type CompiledValue,
  compileDivided,
  compileValue,
  type DividedValue,
  type Lookup,
} from './compile-value.ts';
export { type ComputationLimits, computationLimits, quickLimits, type Scope } from './computation.ts';
export { ExpressionError, LimitReached } from './expression-error.ts';
export { problemOfKey, valueOfKey } from './limit-key.ts';
export { methodNames } from './methods/index.ts';
export { expressionLimits } from './parser.ts';
export {
  listReferences,
  partsRead,
  type Reference,
  type Renaming,
  renameReferences,
} from './references.ts';
