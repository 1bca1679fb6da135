import type { KnowledgeBase } from '@atelier/contracts/content/bases/knowledge-shapes';
import { StatusBadge } from '../../../../ui/feedback/status-badge.tsx';
import { baseStatuses } from '../model/base-status.ts';

/** Shown on a knowledge base that is switched off and finds nothing. */
export const OffBadge = ({ base }: { base: KnowledgeBase }) =>
  base.status === 'OFF' ? <StatusBadge tone="warning">Off</StatusBadge> : null;

/** Badges that say whether the knowledge base is off, and the status of its documents. */
export const BaseStatuses = ({ base }: { base: KnowledgeBase }) => (
  <span className="inline-flex flex-wrap gap-1">
    <OffBadge base={base} />
    {baseStatuses(base.counts).map(({ label, tone }) => (
      <StatusBadge key={label} tone={tone}>
        {label}
      </StatusBadge>
    ))}
  </span>
);
