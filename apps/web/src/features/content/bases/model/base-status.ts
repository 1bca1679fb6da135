import type { KnowledgeBase } from '@atelier/contracts/content/bases/knowledge-shapes';
import type { StatusTone } from '../../../../ui/feedback/status-badge.tsx';

interface StatusView {
  label: string;
  tone: StatusTone;
}

type Counts = KnowledgeBase['counts'];

/** Returns the status badges of a knowledge base, the most urgent first. */
export const baseStatuses = ({ documents, ready, processing, failed }: Counts): StatusView[] => {
  if (documents === 0) return [{ label: 'Empty', tone: 'neutral' }];
  const views: StatusView[] = [];
  if (failed > 0) views.push({ label: `${failed} failed`, tone: 'danger' });
  if (processing > 0) views.push({ label: `${processing} processing`, tone: 'progress' });
  if (ready > 0)
    views.push({ label: ready === documents ? 'Completed' : `${ready} completed`, tone: 'success' });
  return views.length > 0 ? views : [{ label: 'None completed', tone: 'warning' }];
};
