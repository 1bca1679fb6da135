import type { KnowledgeBase } from '@atelier/contracts/knowledge-shapes';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { baseStatuses } from '../model/base-status.ts';
import classes from './base.module.css';

/** How the documents stand, as badges. */
export const BaseStatuses = ({ counts }: { counts: KnowledgeBase['counts'] }) => (
  <span className={classes.statuses}>
    {baseStatuses(counts).map(({ label, tone }) => (
      <StatusBadge key={label} tone={tone}>
        {label}
      </StatusBadge>
    ))}
  </span>
);
