import type { KnowledgeImport } from '@atelier/contracts/import-shapes';
import { Button, VisuallyHidden } from '@mantine/core';
import { statusInList } from '../../lib/import-status.ts';
import { Panel } from '../../ui/panel.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { ReplaceFile, stageInWords, UploadPanel } from '../knowledge/index.ts';
import classes from './first-minute.module.css';

const shown = 6;

const FileLine = ({ row }: { row: KnowledgeImport }) => {
  const { label, tone } = statusInList(row.status);
  const isUnderWay = row.status === 'IN-PROGRESS';
  return (
    <li className={classes.file}>
      <span className={classes.fileName}>{row.name}</span>
      <StatusBadge tone={tone}>{label}</StatusBadge>
      {row.error ? <span className={classes.cause}>{row.error.message}</span> : null}
      {row.error?.needsAnotherFile === true ? <ReplaceFile row={row} /> : null}
      {isUnderWay || row.status === 'IN-QUEUE' ? (
        <span className={classes.stage}>{stageInWords(row)}</span>
      ) : null}
      {isUnderWay ? <ProgressBar value={row.progress} label={`Progress of ${row.name}`} /> : null}
    </li>
  );
};

/** For those who hear it: what is read now, in steps of a quarter. */
const heard = (rows: readonly KnowledgeImport[]): string => {
  const [first] = rows.filter(({ status }) => status === 'IN-PROGRESS');
  if (!first) return 'Your documents are being uploaded.';
  const quarter = Math.floor(first.progress * 4) * 25;
  return `${first.name} is being read${quarter > 0 ? `, ${quarter} %` : ''}.`;
};

interface ReadingProps {
  knowledgeBaseId: string;
  rows: readonly KnowledgeImport[];
  total: number;
  /** Nothing is under way any more, and nothing can be asked. */
  isOver: boolean;
  /** Asks what has been read so far, where something has. */
  onAsk: (() => void) | undefined;
}

/** The documents while they are uploaded and read, each with how far it is or why it failed. */
export const Reading = ({ knowledgeBaseId, rows, total, isOver, onAsk }: ReadingProps) => (
  <Panel
    title={isOver ? 'Nothing could be read' : 'Reading your documents'}
    description={isOver ? 'Please drop another file below.' : 'Then you can ask them here.'}
    actions={
      onAsk ? (
        <Button variant="default" onClick={onAsk}>
          Ask what is read already
        </Button>
      ) : undefined
    }
  >
    <div className={classes.reading}>
      <UploadPanel knowledgeBaseId={knowledgeBaseId} />
      <ul className={classes.files}>
        {rows.slice(0, shown).map((row) => (
          <FileLine key={row.knowledgeBaseImportId} row={row} />
        ))}
      </ul>
      {total > shown ? (
        <p className={classes.other}>{`And ${(total - shown).toLocaleString('en')} more.`}</p>
      ) : null}
      <VisuallyHidden role="status">{heard(rows)}</VisuallyHidden>
    </div>
  </Panel>
);
