import type { ModelType } from '@atelier/contracts/content/models';
import { fail } from '../../../../kernel/base/errors.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { embeddedModelId, findModel } from '../catalogue.ts';
import { modelRepository } from '../repository.ts';
import { loadCatalogue } from './load-catalogue.ts';

/** Makes a model the tenant's default. Throws `models.not_found`. */
export const setDefaultModel = async (
  ctx: Ctx,
  choice: { type: ModelType; modelId: string },
): Promise<void> => {
  const catalogue = await loadCatalogue(ctx);
  const exists =
    findModel(catalogue, choice.type, choice.modelId) ||
    (choice.type === 'CHAT' && choice.modelId === embeddedModelId);
  if (!exists) fail('models.not_found');
  await ctx.tx(async (tx) => {
    await modelRepository.setDefault(tx.db, choice.type, choice.modelId);
    await tx.audit('models.default_changed', choice.modelId, { type: choice.type });
  });
};
