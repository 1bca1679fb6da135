import type { App } from '@atelier/contracts/assistants/apps';
import type { Model, Provider } from '@atelier/contracts/content/models';

interface FallingBack {
  /** The names of the apps that use one of the provider's models. */
  apps: string[];
  /** True when the default chat model belongs to the provider. */
  takesDefault: boolean;
}

/** Returns what changes for apps when a provider is deleted: the default model answers for them from then on. */
export const fallingBack = (
  provider: Pick<Provider, 'providerId'>,
  apps: readonly Pick<App, 'name' | 'modelId'>[],
  models: readonly Model[],
): FallingBack => {
  const isOwn = (modelId: string | null) => modelId?.startsWith(`${provider.providerId}/`) ?? false;
  return {
    apps: apps.filter((app) => isOwn(app.modelId)).map((app) => app.name),
    takesDefault: models.some((model) => model.type === 'CHAT' && model.isDefault && isOwn(model.modelId)),
  };
};
