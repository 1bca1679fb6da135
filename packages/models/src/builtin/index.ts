export { type BuiltinFile, BuiltinModel, builtinModels, sumFileBytes } from './builtin-models.ts';
export type { Encoded } from './encoder.ts';
