import type { Ctx } from '../../../../kernel/context/context.ts';
import { embeddedModelId, findModel } from '../catalogue.ts';
import { loadCatalogue } from './load-catalogue.ts';

/** Returns whether the tenant may choose `modelId` to write answers. */
export const isChatModel = async (ctx: Ctx, modelId: string): Promise<boolean> =>
  modelId === embeddedModelId || findModel(await loadCatalogue(ctx), 'CHAT', modelId) !== undefined;
