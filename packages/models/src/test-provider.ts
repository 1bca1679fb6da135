import { createChatModel } from './create-chat-model.ts';
import { type ListDeps, listModels } from './list-models.ts';
import { ModelError, type ModelErrorCode, toModelError } from './model-error.ts';
import type { ProviderConfig } from './provider-config.ts';
import { toProviderPrompt } from './text-message.ts';

export type ProviderTest =
  | { ok: true; models?: string[] }
  | { ok: false; code: ModelErrorCode; message: string };

/**
 * Tests a provider: lists its models and, with `modelId`, asks that model for one word, which tests more than the list does.
 * Bedrock and some compatible servers have no list, so that only `modelId` proves the key. Never throws; `message` is that of the
 * provider, if it sent one.
 */
export const testProvider = async (
  config: ProviderConfig,
  deps: ListDeps & { modelId?: string | undefined },
): Promise<ProviderTest> => {
  try {
    const models = await tryList(config, deps);
    if (deps.modelId !== undefined) await tryWord(config, { ...deps, modelId: deps.modelId });
    return models.length === 0 ? { ok: true } : { ok: true, models };
  } catch (thrown) {
    const { code, message, providerMessage } = toModelError(thrown);
    return { ok: false, code, message: providerMessage ?? message };
  }
};

const tryList = async (config: ProviderConfig, deps: ListDeps & { modelId?: string | undefined }) => {
  try {
    return await listModels(config, deps);
  } catch (error) {
    const isMissingList = error instanceof ModelError && error.code === 'models.not_found';
    if (isMissingList && deps.modelId !== undefined) return [];
    throw error;
  }
};

const tryWord = async (config: ProviderConfig, deps: ListDeps & { modelId: string }): Promise<void> => {
  const model = createChatModel(config, {
    ...deps,
    retries: 0,
    timeouts: { connectMs: 20_000, totalMs: 30_000, ...deps.timeouts },
  });
  // The stream is read to its end, so that a broken end is noticed too.
  const prompt = toProviderPrompt([{ role: 'user', content: 'Say OK.' }]);
  for await (const part of model.stream({ prompt, maxOutputTokens: 16 })) if (part.type === 'finish') return;
};
