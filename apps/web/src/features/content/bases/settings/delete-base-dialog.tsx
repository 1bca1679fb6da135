import type { KnowledgeBase } from '@atelier/contracts/content/bases/knowledge-shapes';
import { formatCount } from '../../../../lib/format.ts';
import { ConfirmDialog } from '../../../../ui/feedback/confirm-dialog.tsx';
import { useRemoveKnowledgeBase } from '../api.ts';
import classes from '../base/base.module.css';
import { SwitchApps } from './switch-apps.tsx';

interface DeleteBaseDialogProps {
  base: KnowledgeBase;
  opened: boolean;
  onClose: () => void;
  onDeleted?: () => void;
}

/** Says what is deleted along with a knowledge base, and asks the user to type its name (KB-12, KB-29). */
export const DeleteBaseDialog = ({ base, opened, onClose, onDeleted }: DeleteBaseDialogProps) => {
  const remove = useRemoveKnowledgeBase(base);
  const { documents, chunks } = base.counts;
  const confirm = async () => {
    const query = { force: base.apps.length > 0 ? 'true' : 'false' };
    await remove.mutateAsync({ params: { id: base.knowledgeBaseId }, query });
    onDeleted?.();
  };
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={`Delete “${base.name}”?`}
      confirmLabel="Delete"
      typed={base.name}
      onConfirm={confirm}
    >
      This cannot be undone. These go with it:
      <ul className={`stack-1 danger-box break-anywhere small text-color ${classes.consequences}`}>
        <li>
          {documents === 0
            ? 'No documents: there are none in it.'
            : `${formatCount(documents, 'document')} with the uploaded files, and ${formatCount(chunks, 'chunk')} of the index.`}
        </li>
        <li>Its sources, graph, schemas, test questions, search history and settings.</li>
        {base.apps.map((app) => (
          <li key={app.appId}>
            The app <strong>{app.name}</strong> loses it and can no longer answer from these documents.
          </li>
        ))}
      </ul>
      {base.apps.length > 0 ? (
        <p>Choose another knowledge base first for what is to go on answering:</p>
      ) : null}
      <SwitchApps base={base} />
    </ConfirmDialog>
  );
};
