import type { KnowledgeImport } from '@atelier/contracts/content/bases/import-shapes';
import { Button, VisuallyHidden } from '@mantine/core';
import { Panel } from '../../../ui/layout/panel.tsx';
import { ImportLines } from '../../content/documents/index.ts';
import { UploadPanel } from '../../content/files/index.ts';

/** The progress for screen readers. It changes once a quarter, so that it does not interrupt all the time. */
const progressInWords = (rows: readonly KnowledgeImport[]): string => {
  const [first] = rows.filter(({ status }) => status === 'IN-PROGRESS');
  if (!first) return 'Your documents are being uploaded.';
  const quarter = Math.floor(first.progress * 4) * 25;
  return `${first.name} is being read${quarter > 0 ? `, ${quarter} %` : ''}.`;
};

interface ReadingProps {
  knowledgeBaseId: string;
  rows: readonly KnowledgeImport[];
  total: number;
  /** True when reading has ended and no document can be asked about. */
  isOver: boolean;
  /** Opens the chat on the documents that have been read so far; undefined while there are none. */
  onAsk: (() => void) | undefined;
}

/** The documents while they are uploaded and read, each with its progress or the reason of its failure. */
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
    <div className="stack-4 min-0">
      <UploadPanel knowledgeBaseId={knowledgeBaseId} />
      <ImportLines rows={rows} total={total} />
      <VisuallyHidden role="status">{progressInWords(rows)}</VisuallyHidden>
    </div>
  </Panel>
);
