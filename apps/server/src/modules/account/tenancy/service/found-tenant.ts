import { randomBytes } from 'node:crypto';
import type { TxCtx } from '../../../../kernel/context/context.ts';
import { tenantEvents } from '../events.ts';
import { tenancyRepository } from '../repository.ts';

const slugLength = 40;

/** Makes a slug: `Café Größe & Co` → `cafe-grosse-co-3f9a1c04`. The random end keeps tenants of the same name apart. */
const makeSlug = (name: string): string => {
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
 * Creates the tenant of the transaction's tenant id, with the existing user `ownerId` as its owner. Records whether that user had founded
 * one before.
 */
export const foundTenant = async (tx: TxCtx, input: { name: string; ownerId: string }): Promise<void> => {
  const { db, tenantId } = tx;
  const isRefounded = !(await tenancyRepository.noteFounder(db, input.ownerId));
  const slug = makeSlug(input.name);
  await tenancyRepository.insertTenant(db, { id: tenantId, name: input.name, slug, isRefounded });
  await tenancyRepository.insertMembership(db, { tenantId, userId: input.ownerId, role: 'OWNER' });
  await tx.audit('tenancy.tenant_created', tenantId);
  await tx.emit(tenantEvents.created, { tenantId, ownerId: input.ownerId });
};

/** True when an owner of the tenant has a verified mail address. */
export const hasVerifiedOwner = ({ db, tenantId }: TxCtx): Promise<boolean> =>
  tenancyRepository.hasVerifiedOwner(db, tenantId);

/** True when the founder had founded a tenant before. Benefits of the first tenant are not given again. */
export const isRefounded = ({ db, tenantId }: TxCtx): Promise<boolean> =>
  tenancyRepository.isRefounded(db, tenantId);
