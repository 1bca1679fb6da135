import { isOperatorModel, type NewProvider, type Provider } from '@atelier/contracts/content/models';
import type { z } from 'zod';
import { fail } from '../../../../../kernel/base/errors.ts';
import { newId } from '../../../../../kernel/base/ids.ts';
import type { Ctx, TxCtx } from '../../../../../kernel/context/context.ts';
import { presentProvider } from '../../present.ts';
import { modelRepository } from '../../repository.ts';
import type { ProviderRow } from '../../tables.ts';
import { openProviderSecrets, sealSecrets, secretNames } from '../load-catalogue.ts';
import { mayKeepSecrets, splitSettings } from './provider-settings.ts';

type Input = z.infer<typeof NewProvider>;

const rowOf = (tx: TxCtx, id: string, input: Input, stored?: Record<string, string>) => {
  const { settings, secrets } = splitSettings(input, stored);
  return { ...input, id, settings, secrets: sealSecrets(tx, secrets) };
};

const getOwn = async (tx: TxCtx, id: string): Promise<ProviderRow> => {
  if (isOperatorModel(id)) fail('models.provider_managed');
  return (await modelRepository.findProvider(tx.db, id)) ?? fail('models.provider_not_found');
};

export const createProvider = (ctx: Ctx, input: Input): Promise<Provider> =>
  ctx.tx(async (tx) => {
    const row = await modelRepository.insertProvider(tx.db, rowOf(tx, newId('prv'), input));
    if (!row) return fail('server.internal');
    await tx.audit('models.provider_created', row.id, { kind: row.kind });
    return presentProvider(tx, row, secretNames(tx, row));
  });

export const updateProvider = (ctx: Ctx, id: string, input: Input): Promise<Provider> =>
  ctx.tx(async (tx) => {
    const present = await getOwn(tx, id);
    const stored = mayKeepSecrets(present, input) ? openProviderSecrets(tx, present) : {};
    const row =
      (await modelRepository.updateProvider(tx.db, rowOf(tx, id, input, stored))) ??
      fail('models.provider_not_found');
    await tx.audit('models.provider_updated', id, { kind: row.kind });
    return presentProvider(tx, row, secretNames(tx, row));
  });

export const removeProvider = (ctx: Ctx, id: string): Promise<void> =>
  ctx.tx(async (tx) => {
    await getOwn(tx, id);
    await modelRepository.removeProvider(tx.db, id);
    await tx.audit('models.provider_removed', id);
  });
