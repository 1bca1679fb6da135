import type { PromptLine } from '@atelier/contracts/assistants/prompts/prompt-shapes';
import { ConfirmDialog } from '../../../../ui/feedback/confirm-dialog.tsx';
import { useRemovePrompt } from '../api.ts';

interface DeletePromptDialogProps {
  prompt: Pick<PromptLine, 'promptId' | 'name' | 'version'>;
  onClose: () => void;
  onDeleted?: () => void;
}

/** Says what a deletion takes along, and what stays. */
export const DeletePromptDialog = ({
  prompt: { promptId, name, version },
  onClose,
  onDeleted,
}: DeletePromptDialogProps) => {
  const remove = useRemovePrompt(name);
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={`Delete “${name}”?`}
      confirmLabel="Delete"
      onConfirm={async () => {
        await remove.mutateAsync({ params: { promptId } });
        onDeleted?.();
      }}
    >
      {version === null
        ? 'Its draft is deleted.'
        : `Its draft and every version up to ${version} are deleted.`}{' '}
      Apps, agents and flows keep the text that was inserted in them.
    </ConfirmDialog>
  );
};
