import { readFileSync } from 'node:fs';
import { readJson } from '@atelier/contracts/kernel/parse-json';
import { BuiltinModel, builtinModels } from '@atelier/models/builtin';
import { z } from 'zod';
import type { Config } from '../../../../kernel/config/config.ts';

const readOwn = (path: string | undefined): BuiltinModel[] =>
  path === undefined
    ? []
    : z
        .array(BuiltinModel)
        .max(20)
        .parse(readJson(readFileSync(path, 'utf8')));

/** Returns the models that the operator chose. Throws for a name that is neither ours nor in the operator's own list. */
export const chosenModels = ({ embeddingModels, embeddingModelsFile }: Config['models']): BuiltinModel[] => {
  const known = [...readOwn(embeddingModelsFile), ...builtinModels];
  return embeddingModels.map((id) => {
    const model = known.find((each) => each.id === id);
    if (!model)
      throw new Error(
        `EMBEDDING_MODELS names ${id}. It can name ${known.map((each) => each.id).join(', ')}.`,
      );
    return model;
  });
};
