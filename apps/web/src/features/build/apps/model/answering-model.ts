import type { Model } from '@atelier/contracts/content/models';

/** The model that answers an app: the chosen one while it exists, else the default. */
export const answeringModel = (
  models: readonly Model[],
  modelId: string | null,
): { model: Model | undefined; isFallback: boolean } => {
  const chosen = models.find((model) => model.modelId === modelId);
  const model = chosen ?? models.find((each) => each.isDefault);
  return { model, isFallback: modelId !== null && chosen === undefined };
};
