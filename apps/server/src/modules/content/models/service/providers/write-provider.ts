import {
  isOperatorModel,
  ModelType,
  type NewProvider,
  type Provider,
} from '@atelier/contracts/content/models';
import type { z } from 'zod';
import { fail } from '../../../../../kernel/base/errors.ts';
import { newId } from '../../../../../kernel/base/ids.ts';
import { checkRevision } from '../../../../../kernel/context/check-revision.ts';
import type { Ctx, TxCtx } from '../../../../../kernel/context/context.ts';
import { listOfType, propertyKey } from '../../model-types.ts';
import { presentProvider } from '../../present.ts';
import { modelRepository } from '../../repository.ts';
import type { ProviderRow } from '../../tables.ts';
import { openProviderSecrets, sealSecrets, secretNames } from '../load-catalogue.ts';
import { mayKeepSecrets, splitSettings } from './provider-settings.ts';

type Input = z.infer<typeof NewProvider>;

interface Stored {
  secrets?: Record<string, string>;
  properties?: ProviderRow['properties'];
}

/** Keeps the properties of the models that are still in the lists. */
const propertiesOfListed = (input: Input, properties: ProviderRow['properties']) => {
  const listed = ModelType.options.flatMap((type) =>
    input[listOfType[type]].map((model) => propertyKey(type, model)),
  );
  return Object.fromEntries(Object.entries(properties).filter(([key]) => listed.includes(key)));
};

const toRow = (tx: TxCtx, id: string, input: Input, stored: Stored = {}) => {
  const { settings, secrets } = splitSettings(input, stored.secrets);
  const properties = propertiesOfListed(input, stored.properties ?? {});
  return { ...input, id, settings, secrets: sealSecrets(tx, secrets), properties };
};

const getOwn = async (tx: TxCtx, id: string): Promise<ProviderRow> => {
  if (isOperatorModel(id)) fail('models.provider_managed');
  return (await modelRepository.holdProvider(tx.db, id)) ?? fail('models.provider_not_found');
};

export const createProvider = (ctx: Ctx, input: Input): Promise<Provider> =>
  ctx.tx(async (tx) => {
    const row = await modelRepository.insertProvider(tx.db, toRow(tx, newId('prv'), input));
    if (!row) return fail('server.internal');
    await tx.audit('models.provider_created', row.id, { kind: row.kind });
    return presentProvider(tx, row, secretNames(tx, row));
  });

const readOwn = async (tx: TxCtx, id: string): Promise<Provider> => {
  const row = await getOwn(tx, id);
  return presentProvider(tx, row, secretNames(tx, row));
};

export const updateProvider = (
  ctx: Ctx,
  id: string,
  { revision, ...input }: Input & { revision?: number | undefined },
): Promise<Provider> =>
  ctx.tx(async (tx) => {
    await checkRevision(tx, 'models.provider_changed_meanwhile', {
      id,
      revision,
      newest: () => readOwn(tx, id),
    });
    const present = await getOwn(tx, id);
    const secrets = mayKeepSecrets(present, input) ? openProviderSecrets(tx, present) : {};
    const row =
      (await modelRepository.updateProvider(
        tx.db,
        toRow(tx, id, input, { secrets, properties: present.properties }),
      )) ?? fail('models.provider_not_found');
    await tx.audit('models.provider_updated', id, { kind: row.kind });
    return presentProvider(tx, row, secretNames(tx, row));
  });

export const removeProvider = (ctx: Ctx, id: string): Promise<void> =>
  ctx.tx(async (tx) => {
    await getOwn(tx, id);
    await modelRepository.removeProvider(tx.db, id);
    await tx.audit('models.provider_removed', id);
  });
