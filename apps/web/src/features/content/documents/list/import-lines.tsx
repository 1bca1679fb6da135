import type { KnowledgeImport } from '@atelier/contracts/content/bases/import-shapes';
import { ProgressBar } from '../../../../ui/feedback/progress-bar.tsx';
import { StatusBadge } from '../../../../ui/feedback/status-badge.tsx';
import { isUnderWay, statusInList } from '../import-status.ts';
import { stageInWords } from '../model/stage-in-words.ts';
import { ReplaceFile } from '../source/replace-file.tsx';
import classes from './import-lines.module.css';

const shown = 6;

const ImportLine = ({ row }: { row: KnowledgeImport }) => {
  const { label, tone } = statusInList(row.status);
  return (
    <li className={`stack align-center ${classes.line}`}>
      <span className="break-anywhere medium">{row.name}</span>
      <StatusBadge tone={tone}>{label}</StatusBadge>
      {row.error ? <span className="danger small">{row.error.message}</span> : null}
      {row.error?.needsAnotherFile === true ? <ReplaceFile row={row} /> : null}
      {isUnderWay(row.status) ? <span className="muted small tabular">{stageInWords(row)}</span> : null}
      {row.status === 'IN-PROGRESS' ? (
        <ProgressBar value={row.progress} label={`Progress of ${row.name}`} />
      ) : null}
    </li>
  );
};

interface ImportLinesProps {
  rows: readonly KnowledgeImport[];
  /** The number of documents; only the first of them are listed. */
  total: number;
}

/** Lists documents, each with its progress or the reason of its failure. */
export const ImportLines = ({ rows, total }: ImportLinesProps) =>
  rows.length === 0 ? null : (
    <ul className="stack-3 bare">
      {rows.slice(0, shown).map((row) => (
        <ImportLine key={row.knowledgeBaseImportId} row={row} />
      ))}
      {total > shown ? (
        <li className="muted small tabular">{`And ${(total - shown).toLocaleString('en')} more.`}</li>
      ) : null}
    </ul>
  );
