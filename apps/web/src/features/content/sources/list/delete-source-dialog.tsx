import type { Source } from '@atelier/contracts/content/sources/source-shapes';
import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { formatCount } from '../../../../lib/format.ts';
import { ConfirmDialog } from '../../../../ui/feedback/confirm-dialog.tsx';
import { toastSuccess } from '../../../../ui/feedback/toasts.tsx';
import { useRemoveSource } from '../api.ts';

interface DeleteSourceDialogProps {
  source: Source;
  opened: boolean;
  onClose: () => void;
}

/** Deletes a source, with or without its documents. */
export const DeleteSourceDialog = ({ source, opened, onClose }: DeleteSourceDialogProps) => {
  const remove = useRemoveSource();
  const [takesDocuments, setTakesDocuments] = useState(true);
  const { sourceId, documents } = source;
  const confirm = async () => {
    const query = { documents: takesDocuments ? 'true' : 'false' };
    const { removed, kept } = await remove.mutateAsync({ params: { sourceId }, query });
    const stayed = kept > 0 ? ` ${formatCount(kept, 'document')} stayed.` : '';
    const went = removed > 0 ? ` with ${formatCount(removed, 'document')}` : '';
    toastSuccess(`“${source.name}” was deleted${went}.${stayed}`);
  };
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={`Delete “${source.name}”?`}
      confirmLabel="Delete"
      onConfirm={confirm}
    >
      <div className="stack-5">
        <span>
          It is no longer read, and its settings and reports are deleted. This cannot be undone; the source
          itself stays as it is.
        </span>
        {documents > 0 ? (
          <Checkbox
            label={`Delete its ${formatCount(documents, 'document')} too`}
            description={
              takesDocuments
                ? 'Answers can no longer use them.'
                : 'They stay in the knowledge base as they are now.'
            }
            checked={takesDocuments}
            onChange={(event) => setTakesDocuments(event.currentTarget.checked)}
          />
        ) : null}
      </div>
    </ConfirmDialog>
  );
};
