import type { BuiltinModel } from '@atelier/models/builtin';
import type { FileState } from './model-folder.ts';

/** The state of the weights of one model on this server. */
export interface Weights {
  model: BuiltinModel;
  /** The folder of its files. */
  folder: string;
  state: 'MISSING' | 'DOWNLOADING' | 'READY' | 'FAILED';
  /** The bytes that are here, of those that the model has. */
  bytes: number;
  /** The state of each file when the folder was last looked at. */
  files: readonly FileState[];
  /** Why the weights cannot be used. */
  reason?: string;
}

/** Returns the names of the files of a model whose state is asked for. */
export const listFileNames = ({ model, files }: Weights, asked: (state: FileState) => boolean): string[] =>
  model.files.map(({ name }) => name).filter((_, at) => asked(files[at] ?? 'MISSING'));

/** Says which files in the folder are not those of the model; undefined where all are, or none is there. */
export const wrongFiles = (weights: Weights): string | undefined => {
  const wrong = listFileNames(weights, (state) => state === 'WRONG');
  if (wrong.length === 0) return undefined;
  return `${wrong.join(' and ')} in the folder cannot be used: the size or the checksum is not that of ${weights.model.label}.`;
};
