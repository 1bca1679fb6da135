import { randomBytes } from 'node:crypto';
import type { TxCtx } from '../../../../kernel/context/context.ts';
import { tenancyRepository } from '../repository.ts';

const slugLength = 40;

/** `Café Größe & Co` → `cafe-grosse-co-3f9a1c04`; the random end keeps names of two companies apart. */
const slugOf = (name: string): string => {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replaceAll('ß', 'ss')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, slugLength)
    .replace(/^-+|(?<!-)-+$/g, '');
  return [plain || 'company', randomBytes(4).toString('hex')].join('-');
};

/**
 * Makes the company of the transaction's tenant id, with `ownerId`, an existing user, as its owner. It remembers whether that
 * person founded one before.
 */
export const foundTenant = async (tx: TxCtx, input: { name: string; ownerId: string }): Promise<void> => {
  const { db, tenantId } = tx;
  const isRefounded = !(await tenancyRepository.noteFounder(db, input.ownerId));
  const slug = slugOf(input.name);
  await tenancyRepository.insertTenant(db, { id: tenantId, name: input.name, slug, isRefounded });
  await tenancyRepository.insertMembership(db, { tenantId, userId: input.ownerId, role: 'OWNER' });
  await tx.audit('tenancy.tenant_created', tenantId);
  await tx.emit('tenancy.tenant_created', { tenantId, ownerId: input.ownerId });
};

/** Whether the mail address of somebody who owns the company is confirmed. */
export const hasVerifiedOwner = ({ db, tenantId }: TxCtx): Promise<boolean> =>
  tenancyRepository.hasVerifiedOwner(db, tenantId);

/** Whether the company's founder had founded one before: what comes once with the first is not given with this one. */
export const isRefounded = ({ db, tenantId }: TxCtx): Promise<boolean> =>
  tenancyRepository.isRefounded(db, tenantId);
