import type { Tenant, WaitlistEntry } from '@atelier/contracts/operate/admin';
import type { WaitlistRow } from '../../account/identity/index.ts';
import type { listTenantsForAdmin } from '../../account/tenancy/index.ts';
import type { summarizeBilling } from '../../money/billing/index.ts';

type BillingSummary = NonNullable<Awaited<ReturnType<typeof summarizeBilling>>>;

export const presentWaitlistEntry = (row: WaitlistRow): WaitlistEntry => ({
  waitlistId: row.id,
  name: row.name,
  email: row.email,
  companyName: row.companyName,
  phone: row.phone,
  status: row.status,
  createdAt: row.createdAt.toISOString(),
  answeredAt: row.answeredAt?.toISOString() ?? null,
  abilities: {
    canAdmit: row.status !== 'JOINED',
    canDecline: row.status === 'WAITING' || row.status === 'ADMITTED',
  },
});

/** The counts of a tenant's content. */
export interface Counted {
  things: Tenant['things'];
  files: Tenant['files'];
  billing: BillingSummary | null;
  disabling: { details: Record<string, unknown>; createdAt: Date } | undefined;
}

export type TenantListed = Awaited<ReturnType<typeof listTenantsForAdmin>>['rows'][number];

const reasonIn = ({ reason }: Record<string, unknown>): string => (typeof reason === 'string' ? reason : '');

export const presentTenant = (
  row: TenantListed,
  { things, files, billing, disabling }: Counted,
  ownTenantId: string,
): Tenant => {
  const status = row.closingAt === null ? row.status : 'CLOSING';
  return {
    tenantId: row.tenantId,
    name: row.tenantName,
    status,
    owner: row.ownerName === null ? null : { name: row.ownerName, email: row.ownerEmail ?? '' },
    members: row.members,
    things,
    files,
    billing,
    createdAt: row.createdAt.toISOString(),
    lastActiveAt: row.lastActiveAt?.toISOString() ?? null,
    disabled:
      status === 'DISABLED' && disabling
        ? { reason: reasonIn(disabling.details), at: disabling.createdAt.toISOString() }
        : null,
    abilities: {
      canDisable: status === 'ACTIVE' && row.tenantId !== ownTenantId,
      canEnable: status === 'DISABLED',
    },
  };
};
