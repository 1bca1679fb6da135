import type { ModelAddress } from '@atelier/contracts/content/models';
import { fail } from '../../../../../kernel/base/errors.ts';
import { newId } from '../../../../../kernel/base/ids.ts';
import type { Ctx } from '../../../../../kernel/context/context.ts';
import { presentAddress } from '../../present.ts';
import { modelRepository } from '../../repository.ts';

export const listAddresses = (ctx: Ctx): Promise<ModelAddress[]> =>
  ctx.tx(async ({ db }) => (await modelRepository.listAddresses(db)).map(presentAddress));

/** Allows the tenant's model providers to be reached at a private address. Throws `models.operator_only`. */
export const allowAddress = async (
  ctx: Ctx,
  { address, isOperator }: { address: string; isOperator: boolean },
): Promise<ModelAddress> => {
  if (!isOperator) fail('models.operator_only');
  return ctx.tx(async ({ db, audit }) => {
    const row = (await modelRepository.putAddress(db, newId('mad'), address)) ?? fail('server.internal');
    await audit('models.address_allowed', row.id, { address });
    return presentAddress(row);
  });
};

/**
 * Withdraws the permission for an address. This needs no proof of being the operator, because it only removes access.
 * Throws `models.address_not_found`.
 */
export const removeAddress = (ctx: Ctx, id: string): Promise<void> =>
  ctx.tx(async ({ db, audit }) => {
    const { address } = (await modelRepository.removeAddress(db, id)) ?? fail('models.address_not_found');
    await audit('models.address_removed', id, { address });
  });
