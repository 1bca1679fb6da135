import type { ProviderKind } from '@atelier/contracts';
import { testProvider as askProvider } from '@atelier/models';
import type { z } from 'zod';
import type { Ctx } from '../../../kernel/context.ts';
import { modelRepository } from '../repository.ts';
import { openProviderSecrets } from './load-catalogue.ts';
import { mayKeepSecrets, splitSettings } from './provider-settings.ts';

interface Trial {
  kind: z.infer<typeof ProviderKind>;
  settings: Record<string, string>;
  chatModels: string[];
  providerId?: string | undefined;
}

/** Calls the provider once with the given settings; what it says of a failure is shown, it is the tenant's own provider. */
export const testProvider = async (ctx: Ctx, trial: Trial) => {
  const { providerId } = trial;
  const row = providerId ? await ctx.tx((tx) => modelRepository.findProvider(tx.db, providerId)) : undefined;
  const stored = row && mayKeepSecrets(row, trial) ? openProviderSecrets(ctx, row) : {};
  const { config } = splitSettings(trial, stored);
  const startedAt = performance.now();
  const [modelId] = trial.chatModels;
  const result = await askProvider(config, {
    fetch: ctx.services.outbound.fetch,
    ...(modelId ? { modelId } : {}),
  });
  const latencyMs = Math.round(performance.now() - startedAt);
  return result.ok
    ? { ok: true, message: 'It works.', models: result.models ?? [], latencyMs }
    : { ok: false, message: result.message, models: [], latencyMs };
};
