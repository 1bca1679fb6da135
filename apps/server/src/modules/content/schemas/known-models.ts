import type { Ctx } from '../../../kernel/context/context.ts';
import { listChatModels } from '../models/index.ts';

/** Lists the models that can read documents into a schema. */
export const listReaders = async (ctx: Ctx): Promise<{ modelId: string; name: string }[]> =>
  (await listChatModels(ctx)).map(({ modelId, model, provider }) => ({
    modelId,
    name: `${model} (${provider})`,
  }));

export const isKnownModel = async (ctx: Ctx, modelId: string): Promise<boolean> =>
  (await listReaders(ctx)).some((reader) => reader.modelId === modelId);
