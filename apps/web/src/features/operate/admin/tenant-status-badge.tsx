import type { Tenant } from '@atelier/contracts/operate/admin';
import { StatusBadge, type StatusTone } from '../../../ui/feedback/status-badge.tsx';

const statuses: Record<Tenant['status'], { label: string; tone: StatusTone }> = {
  ACTIVE: { label: 'Active', tone: 'success' },
  DISABLED: { label: 'Disabled', tone: 'danger' },
  CLOSING: { label: 'Being deleted', tone: 'progress' },
};

export const TenantStatusBadge = ({ tenant }: { tenant: Pick<Tenant, 'status'> }) => {
  const { label, tone } = statuses[tenant.status];
  return <StatusBadge tone={tone}>{label}</StatusBadge>;
};
