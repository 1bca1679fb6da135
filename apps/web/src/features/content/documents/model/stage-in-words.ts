import type { KnowledgeImport } from '@atelier/contracts/content/bases/import-shapes';
import { formatTime } from '../../../../lib/format.ts';

/** Describes the present stage of a document that has not been read yet, and its progress. */
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
