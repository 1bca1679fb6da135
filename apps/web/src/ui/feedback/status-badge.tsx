import {
  IconAlertCircle,
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleDashed,
  IconInfoCircle,
  IconLoader2,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './status-badge.module.css';

export type StatusTone = 'neutral' | 'info' | 'progress' | 'success' | 'warning' | 'danger';

const icons = {
  neutral: IconCircleDashed,
  info: IconInfoCircle,
  progress: IconLoader2,
  success: IconCircleCheck,
  warning: IconAlertTriangle,
  danger: IconAlertCircle,
};

/** A status as text with an icon of its own shape, so that it never depends on colour alone. */
export const StatusBadge = ({ tone, children }: { tone: StatusTone; children: ReactNode }) => {
  const Icon = icons[tone];
  return (
    <span className={`tiny medium no-wrap inline-flex align-center ${classes.badge}`} data-tone={tone}>
      <Icon className={`rigid ${classes.icon}`} size={14} stroke={2} aria-hidden="true" />
      {children}
    </span>
  );
};
