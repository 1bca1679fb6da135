import type { ProviderKind } from '@atelier/contracts/content/models';
import type { Fetch } from '@atelier/models';
import { testProvider as askProvider, type ProviderTest } from '@atelier/models/test-provider';
import type { z } from 'zod';
import type { Ctx } from '../../../../../kernel/context/context.ts';
import { addressOfUrl, OutboundError } from '../../../../../kernel/outbound/outbound.ts';
import { modelRepository } from '../../repository.ts';
import { openProviderSecrets } from '../load-catalogue.ts';
import { findAllowed, outboundTo } from './outbound-to.ts';
import { mayKeepSecrets, splitSettings } from './write-provider.ts';

interface Trial {
  kind: z.infer<typeof ProviderKind>;
  settings: Record<string, string>;
  chatModels: string[];
  providerId?: string | undefined;
  /** True when the caller has proven to be the operator. */
  isOperator: boolean;
}

/** The HTTP client of a test. It remembers the private address that the operator has not allowed. */
const rememberRefusal = (fetch: Fetch) => {
  const trial: { fetch: Fetch; notAllowed: string | undefined } = {
    notAllowed: undefined,
    fetch: (input, init) =>
      fetch(input, init).catch((error: unknown) => {
        if (error instanceof OutboundError) trial.notAllowed = error.notAllowed;
        throw error;
      }),
  };
  return trial;
};

const toReply = (result: ProviderTest, latencyMs: number, mayAllow: string | null) =>
  result.ok
    ? { ok: true, message: 'It works.', models: result.models ?? [], latencyMs, mayAllow: null }
    : { ok: false, message: result.message, models: [], latencyMs, mayAllow };

/**
 * Calls the provider once with the given settings. The provider's error message is shown, because it is the tenant's own
 * provider.
 */
export const testProvider = async (ctx: Ctx, trial: Trial) => {
  const { providerId } = trial;
  const { row, addresses } = await ctx.tx(async ({ db }) => ({
    row: providerId ? await modelRepository.findProvider(db, providerId) : undefined,
    addresses: await modelRepository.listAddresses(db),
  }));
  const stored = row && mayKeepSecrets(row, trial) ? openProviderSecrets(ctx, row) : {};
  const { config, settings } = splitSettings(trial, stored);
  const { baseUrl } = settings;
  const allowedUrl = findAllowed(
    baseUrl,
    addresses.map(({ address }) => address),
  );
  const way = rememberRefusal(outboundTo(ctx, allowedUrl).fetch);
  const startedAt = performance.now();
  const [modelId] = trial.chatModels;
  const result = await askProvider(config, { fetch: way.fetch, ...(modelId ? { modelId } : {}) });
  const latencyMs = Math.round(performance.now() - startedAt);
  // The target of a redirect is not the address of a provider, so it is never offered to be allowed.
  const isOwn = baseUrl !== undefined && way.notAllowed === addressOfUrl(baseUrl);
  return toReply(result, latencyMs, (trial.isOperator && isOwn && way.notAllowed) || null);
};
