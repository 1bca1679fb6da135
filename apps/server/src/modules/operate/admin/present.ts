import type { Company, WaitingPerson } from '@atelier/contracts/operate/admin';
import type { WaitlistRow } from '../../account/identity/index.ts';
import type { listTenantsForAdmin } from '../../account/tenancy/index.ts';
import type { BillingSummary } from '../../money/billing/index.ts';
import type { Usage } from './repository.ts';

export const presentWaitingPerson = (row: WaitlistRow): WaitingPerson => ({
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
  things: Company['things'];
  usage: Usage;
  billing: BillingSummary | null;
  disabling: { reason: string; at: Date } | undefined;
}

export type TenantListed = Awaited<ReturnType<typeof listTenantsForAdmin>>['rows'][number];

const statusOf = ({ closingAt, status }: TenantListed): Company['status'] =>
  closingAt === null ? status : 'CLOSING';

export const presentCompany = (
  row: TenantListed,
  { things, usage, billing, disabling }: Counted,
  ownTenantId: string,
): Company => {
  const status = statusOf(row);
  return {
    tenantId: row.tenantId,
    name: row.tenantName,
    status,
    owner: row.ownerName === null ? null : { name: row.ownerName, email: row.ownerEmail ?? '' },
    members: row.members,
    things,
    files: { count: usage.files, bytes: usage.bytes },
    billing,
    createdAt: row.createdAt.toISOString(),
    lastActiveAt: usage.lastActiveAt?.toISOString() ?? null,
    disabled:
      status === 'DISABLED' && disabling
        ? { reason: disabling.reason, at: disabling.at.toISOString() }
        : null,
    abilities: {
      canDisable: status === 'ACTIVE' && row.tenantId !== ownTenantId,
      canEnable: status === 'DISABLED',
    },
  };
};
