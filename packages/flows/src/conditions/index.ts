export { type CompiledConditions, compileConditions, singleValueOperators } from './compile-conditions.ts';
