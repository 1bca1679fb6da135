import type { App } from '@atelier/contracts/assistants/apps';
import { DeleteDialog, type DeleteDialogEvents } from '../../../lib/entities/delete-dialog.tsx';
import { DeleteConsequences } from '../../../ui/content/delete-consequences.tsx';
import { useRemoveApp } from './api.ts';

interface DeleteAppDialogProps extends DeleteDialogEvents {
  app: Pick<App, 'appId' | 'name' | 'conversations'>;
  opened: boolean;
}

const describeConversations = (count: number): string =>
  count === 0
    ? 'Nobody has talked to it yet.'
    : `${count === 1 ? 'Its one conversation is' : `Its ${count.toLocaleString('en')} conversations are`} deleted too.`;

/** Says what is deleted along with an app. */
export const DeleteAppDialog = ({ app, ...dialog }: DeleteAppDialogProps) => {
  const remove = useRemoveApp(app);
  return (
    <DeleteDialog
      {...dialog}
      name={app.name}
      onDelete={() => remove.mutateAsync({ params: { id: app.appId } })}
    >
      <DeleteConsequences final="This cannot be undone. To take it offline for a while, deactivate it.">
        <li>Its link stops working for everybody who has it.</li>
        <li>{describeConversations(app.conversations)}</li>
        <li>Its test questions and the attacks on it are deleted too.</li>
        <li>Its knowledge bases stay.</li>
      </DeleteConsequences>
    </DeleteDialog>
  );
};
