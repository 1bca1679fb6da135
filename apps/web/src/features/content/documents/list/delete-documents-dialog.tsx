import type { KnowledgeImport } from '@atelier/contracts/content/bases/import-shapes';
import { formatCount } from '../../../../lib/format.ts';
import { ConfirmDialog } from '../../../../ui/feedback/confirm-dialog.tsx';
import { toastSuccess } from '../../../../ui/feedback/toasts.tsx';
import { useRemoveImports } from '../api.ts';

interface DeleteDocumentsDialogProps {
  rows: readonly KnowledgeImport[];
  opened: boolean;
  onClose: () => void;
  onDeleted: () => void;
}

type Rows = DeleteDocumentsDialogProps['rows'];

const isSynced = ({ type }: KnowledgeImport): boolean => type !== 'FILE';

const whatGoes = (rows: Rows): string => {
  if (rows.some(isSynced)) return 'What was read';
  return rows.length === 1 ? 'The uploaded file' : 'The uploaded files';
};

/** Returns a warning when a source still contains some of the documents and will import them again. */
const returning = (rows: Rows): string => {
  const synced = rows.filter(isSynced).length;
  if (synced === 0) return '';
  const which =
    synced < rows.length ? `${synced} of them come` : rows.length === 1 ? 'It comes' : 'They come';
  const them = synced === 1 && rows.length === 1 ? 'it' : 'them';
  return ` ${which} from a source that brings ${them} back when it is read again: disable ${them} instead to leave ${them} out.`;
};

/** Deletes documents with their chunks and files (KB-31). */
export const DeleteDocumentsDialog = ({ rows, opened, onClose, onDeleted }: DeleteDocumentsDialogProps) => {
  const remove = useRemoveImports();
  const chunks = rows.reduce((sum, row) => sum + row.chunkCount, 0);
  const what = rows.length === 1 ? `“${rows[0]?.name}”` : formatCount(rows.length, 'document');
  const confirm = async () => {
    const { removed } = await remove.mutateAsync({
      body: { ids: rows.map((row) => row.knowledgeBaseImportId) },
    });
    toastSuccess(`${formatCount(removed, 'document')} deleted.`);
    onDeleted();
  };
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={`Delete ${what}?`}
      confirmLabel="Delete"
      onConfirm={confirm}
    >
      {whatGoes(rows)} and {formatCount(chunks, 'chunk')} of the index go with it. Answers can no longer be
      found there. This cannot be undone.{returning(rows)}
    </ConfirmDialog>
  );
};
