import type { ReactNode } from 'react';
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx';
import { QueryView } from '../../ui/feedback/query-view.tsx';

/** The part of the props of a dialog that its callers give. */
export interface DeleteDialogEvents {
  onClose: () => void;
  onDeleted?: (() => void) | undefined;
}

interface DeleteDialogProps extends DeleteDialogEvents {
  name: string;
  opened?: boolean;
  onDelete: () => Promise<unknown>;
  /** Names everything that is deleted with the thing, and says whether it can be restored. */
  children: ReactNode;
}

/** Says what is deleted along with a thing, and deletes it. */
export const DeleteDialog = ({ name, opened = true, onDelete, onDeleted, ...more }: DeleteDialogProps) => (
  <ConfirmDialog
    {...more}
    opened={opened}
    title={`Delete “${name}”?`}
    confirmLabel="Delete"
    onConfirm={async () => {
      await onDelete();
      onDeleted?.();
    }}
  />
);

interface RemovalProps<T> {
  query: { data: T | undefined; error: unknown; refetch: () => unknown };
  children: (removal: T) => ReactNode;
}

/** Shows what is deleted along with a thing, once the server has counted it. */
export const Removal = <T,>(props: RemovalProps<T>) => (
  <QueryView errorTitle="What is deleted with it could not be read" {...props} />
);
