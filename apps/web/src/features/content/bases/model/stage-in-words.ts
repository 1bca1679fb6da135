import type { KnowledgeImport } from '@atelier/contracts/content/bases/import-shapes';
import { formatTime } from '../../../../lib/format.ts';

/** What is being done with a document that is not read yet, and how far it is. */
export const stageInWords = ({
  status,
  stage,
  progress,
  waiting,
}: Pick<KnowledgeImport, 'status' | 'stage' | 'progress' | 'waiting'>): string => {
  if (waiting) return `Tries again at ${formatTime(waiting.until)}`;
  if (status === 'IN-QUEUE') return 'Waiting for its turn';
  return `${stage ?? 'Starting'} · ${Math.round(progress * 100)} %`;
};
