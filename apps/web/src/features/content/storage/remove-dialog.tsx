import type { StorageItem } from '@atelier/contracts/content/storage';
import { formatCount, formatFileSize } from '../../../lib/format.ts';
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx';
import { toastError, toastSuccess } from '../../../ui/feedback/toasts.tsx';
import { useRemoveItems } from './api.ts';
import { appsLosing, joinFirstNames } from './model/apps-losing.ts';

interface RemoveDialogProps {
  items: readonly StorageItem[];
  opened: boolean;
  onClose: () => void;
  onRemoved: () => void;
}

const isDocument = ({ type }: StorageItem): boolean => type === 'KNOWLEDGE_BASE_IMPORT';

const consequences: Record<StorageItem['type'], string> = {
  KNOWLEDGE_BASE_IMPORT: 'Chunks and index entries of documents go with them.',
  AGENT_RECORD: 'Records stay, with their text and results, without their files.',
  FLOW_FILE: 'Runs stay without their files, so a retry that reads such a file fails.',
};

const takenAlong = (items: readonly StorageItem[]): string => {
  if (items.every(isDocument)) return 'Files, chunks and index entries go with it.';
  return Object.entries(consequences)
    .flatMap(([type, consequence]) => (items.some((item) => item.type === type) ? [consequence] : []))
    .join(' ');
};

const Losses = ({ items }: { items: readonly StorageItem[] }) => {
  const losses = appsLosing(items);
  if (losses.length === 0) return <p className="flat">No app answers from it.</p>;
  return (
    <>
      <p className="flat">{losses.length === 1 ? 'An app answers from it:' : 'Apps answer from it:'}</p>
      <ul className="stack-1 flat indent">
        {losses.map((loss) => (
          <li key={loss.appId}>
            <strong>{loss.app}</strong> loses {joinFirstNames(loss.items)}
          </li>
        ))}
      </ul>
    </>
  );
};

/** Deletes items after naming everything that is deleted with them, and the apps that lose them (STORAGE-03). */
export const RemoveDialog = ({ items, opened, onClose, onRemoved }: RemoveDialogProps) => {
  const remove = useRemoveItems();
  const what = items.length === 1 ? `“${items[0]?.name}”` : formatCount(items.length, 'item');
  const bytes = items.reduce((sum, item) => sum + item.bytes, 0);
  const confirm = async () => {
    const { removed, failed } = await remove.mutateAsync({ body: { ids: items.map(({ id }) => id) } });
    if (removed.length > 0) toastSuccess(`${formatCount(removed.length, 'item')} deleted.`);
    const [first] = failed;
    if (first) toastError(`${formatCount(failed.length, 'item')} could not be deleted: ${first.message}`);
    onRemoved();
  };
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={`Delete ${what}?`}
      confirmLabel="Delete"
      onConfirm={confirm}
    >
      <div className="stack-3">
        <p className="flat">
          This frees {formatFileSize(bytes)}. {takenAlong(items)} It cannot be undone.
        </p>
        {items.some(isDocument) ? <Losses items={items} /> : null}
      </div>
    </ConfirmDialog>
  );
};
