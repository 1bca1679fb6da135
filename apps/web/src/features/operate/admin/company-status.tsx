import type { Company } from '@atelier/contracts/operate/admin';
import { StatusBadge, type StatusTone } from '../../../ui/feedback/status-badge.tsx';

const statuses: Record<Company['status'], { label: string; tone: StatusTone }> = {
  ACTIVE: { label: 'Active', tone: 'success' },
  DISABLED: { label: 'Disabled', tone: 'danger' },
  CLOSING: { label: 'Being deleted', tone: 'progress' },
};

export const CompanyStatus = ({ company }: { company: Pick<Company, 'status'> }) => {
  const { label, tone } = statuses[company.status];
  return <StatusBadge tone={tone}>{label}</StatusBadge>;
};
