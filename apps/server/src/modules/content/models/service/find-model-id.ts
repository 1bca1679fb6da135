import type { ModelType } from '@atelier/contracts/content/models';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { defaultModelId, embeddedModelId, findModel } from '../catalogue.ts';
import { loadCatalogue } from './load-catalogue.ts';

/** Returns `modelId`, or for null the id of the tenant's default model of this type; null when the tenant has no such model. */
export const findModelId = async (
  ctx: Ctx,
  type: ModelType,
  modelId: string | null,
): Promise<string | null> => {
  const catalogue = await loadCatalogue(ctx);
  const wanted = modelId ?? defaultModelId(catalogue, type);
  if (wanted === embeddedModelId) return type === 'CHAT' ? wanted : null;
  return wanted !== undefined && findModel(catalogue, type, wanted) ? wanted : null;
};
