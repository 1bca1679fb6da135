export { type BuiltinFile, BuiltinModel, builtinModels, bytesOf } from './builtin-models.ts';
export type { Encoded } from './encoder.ts';
