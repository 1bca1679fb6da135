import type { KnowledgeBase } from '@atelier/contracts/content/bases/knowledge-shapes';
import { StatusBadge } from '../../../../ui/feedback/status-badge.tsx';
import { baseStatuses } from '../model/base-status.ts';
import classes from './base.module.css';

/** Says of a knowledge base that it answers nothing. */
export const OffBadge = ({ base }: { base: KnowledgeBase }) =>
  base.status === 'OFF' ? <StatusBadge tone="warning">Off</StatusBadge> : null;

/** Whether it is off, and how the documents stand, as badges. */
export const BaseStatuses = ({ base }: { base: KnowledgeBase }) => (
  <span className={classes.statuses}>
    <OffBadge base={base} />
    {baseStatuses(base.counts).map(({ label, tone }) => (
      <StatusBadge key={label} tone={tone}>
        {label}
      </StatusBadge>
    ))}
  </span>
);
