import type { KnowledgeImport } from '@atelier/contracts/content/bases/import-shapes';
import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { ProgressBar } from '../../../../ui/feedback/progress-bar.tsx';
import { StatusBadge } from '../../../../ui/feedback/status-badge.tsx';
import { isUnderWay, statusInList } from '../import-status.ts';
import { stageInWords } from '../model/stage-in-words.ts';
import { isToBeReplaced, isWorthRetrying } from '../model/ways-out.ts';
import { ReplaceFile } from '../source/replace-file.tsx';
import { SourceIcon } from '../source-icon.tsx';
import classes from './documents.module.css';

/** The name and kind of a document, with the reason of a failure or a note below it. */
export const NameCell = ({ row }: { row: KnowledgeImport }) => (
  <span className="beside-3 flex-start">
    <SourceIcon type={row.type} name={row.name} />
    <span className="stack min-0 break-anywhere">
      <span>{row.name}</span>
      {row.error ? <span className="danger tiny regular pretty">{row.error.message}</span> : null}
      {row.waiting ? <span className="muted tiny regular pretty">{row.waiting.message}</span> : null}
      {row.sameAs === null ? null : (
        <span className="muted tiny regular pretty">{`Same content as “${row.sameAs}”`}</span>
      )}
      {row.note === null || row.error ? null : <span className="muted tiny regular pretty">{row.note}</span>}
    </span>
  </span>
);

const Progress = ({ row }: { row: KnowledgeImport }) => {
  const isWaiting = row.status === 'IN-QUEUE';
  return (
    <span className={`stack-1 ${classes.progress}`}>
      <span className="muted tiny">{stageInWords(row)}</span>
      {isWaiting ? null : <ProgressBar value={row.progress} label={`Progress of ${row.name}`} />}
    </span>
  );
};

interface StatusCellProps {
  row: KnowledgeImport;
  onRetry: (row: KnowledgeImport) => void;
}

/** The status of a document in a list, with its progress or the way to fix it (IMPORT-05 to IMPORT-11). */
export const StatusCell = ({ row, onRetry }: StatusCellProps) => {
  const { label, tone } = statusInList(row.status);
  return (
    <span className="row-1-2">
      <StatusBadge tone={tone}>{label}</StatusBadge>
      {row.state === 'DISABLED' ? <StatusBadge tone="neutral">Disabled</StatusBadge> : null}
      {isUnderWay(row.status) ? <Progress row={row} /> : null}
      {isToBeReplaced(row) ? <ReplaceFile row={row} /> : null}
      {isWorthRetrying(row) ? (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconRefresh size={14} />}
          aria-label={`Retry ${row.name}`}
          onClick={() => onRetry(row)}
        >
          Retry
        </Button>
      ) : null}
    </span>
  );
};
