import type { App } from '@atelier/contracts/build/apps';
import type { Model, Provider } from '@atelier/contracts/content/models';

interface FallingBack {
  /** Names of the apps that chose one of the provider's models. */
  apps: string[];
  /** Whether the default of the chat models is one of the provider's. */
  takesDefault: boolean;
}

/** What changes for apps when a provider goes: they are answered by the default model from then on. */
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
