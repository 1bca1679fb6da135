import type { KnowledgeImport } from '@atelier/contracts/import-shapes';
import { formatCount } from '../../../lib/format.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { toastSuccess } from '../../../ui/toasts.tsx';
import { useRemoveImports } from '../api.ts';

interface DeleteDocumentsDialogProps {
  rows: readonly KnowledgeImport[];
  opened: boolean;
  onClose: () => void;
  onDeleted: () => void;
}

/** Deletes documents with their passages and files (KB-31). */
export const DeleteDocumentsDialog = ({ rows, opened, onClose, onDeleted }: DeleteDocumentsDialogProps) => {
  const remove = useRemoveImports();
  const passages = rows.reduce((sum, row) => sum + row.chunkCount, 0);
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
      The uploaded {rows.length === 1 ? 'file' : 'files'} and {formatCount(passages, 'passage')} of the index
      go with it. Answers can no longer be found there. This cannot be undone.
    </ConfirmDialog>
  );
};
