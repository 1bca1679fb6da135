import type { Model } from '@atelier/contracts/content/models';

/** Returns the model that answers for an app: the chosen one if it still exists, otherwise the default. */
export const answeringModel = (
  models: readonly Model[],
  modelId: string | null,
): { model: Model | undefined; isFallback: boolean } => {
  const chosen = models.find((model) => model.modelId === modelId);
  const model = chosen ?? models.find((each) => each.isDefault);
  return { model, isFallback: modelId !== null && chosen === undefined };
};
