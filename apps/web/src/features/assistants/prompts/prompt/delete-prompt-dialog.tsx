import type { PromptLine } from '@atelier/contracts/assistants/prompts/prompt-shapes';
import { DeleteDialog, type DeleteDialogEvents } from '../../../../lib/entities/delete-dialog.tsx';
import { useRemovePrompt } from '../api.ts';

interface DeletePromptDialogProps extends DeleteDialogEvents {
  prompt: Pick<PromptLine, 'promptId' | 'name' | 'version'>;
}

/** Says what a deletion takes along, and what stays. */
export const DeletePromptDialog = ({
  prompt: { promptId, name, version },
  ...events
}: DeletePromptDialogProps) => {
  const remove = useRemovePrompt(name);
  return (
    <DeleteDialog {...events} name={name} onDelete={() => remove.mutateAsync({ params: { promptId } })}>
      {version === null
        ? 'Its draft is deleted.'
        : `Its draft and every version up to ${version} are deleted.`}{' '}
      Apps, agents and flows keep the text that was inserted in them.
    </DeleteDialog>
  );
};
