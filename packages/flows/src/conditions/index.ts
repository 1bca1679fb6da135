export { type CompiledChoice, compileChoice, singleValueOperators } from './compile-conditions.ts';
