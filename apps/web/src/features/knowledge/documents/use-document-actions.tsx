import type { KnowledgeImport } from '@atelier/contracts/import-shapes';
import { IconDownload, IconPlayerStop, IconRefresh, IconTrash } from '@tabler/icons-react';
import { useCallback } from 'react';
import { formatCount } from '../../../lib/format.ts';
import type { MenuAction } from '../../../ui/actions-menu.tsx';
import type { BulkAction } from '../../../ui/data-table/data-table-types.ts';
import { toastError, toastSuccess } from '../../../ui/toasts.tsx';
import { useCancelImport, useRetryImport, useRetryImports } from '../api.ts';
import { downloadAddress } from './download-address.ts';

type Rows = KnowledgeImport[];

interface DocumentActions {
  retry: (row: KnowledgeImport) => void;
  rowActions: (row: KnowledgeImport) => MenuAction[];
  bulkActions: BulkAction<KnowledgeImport>[];
}

/** What can be done with one document and with many; deleting is asked about elsewhere. */
export const useDocumentActions = (
  onDelete: (rows: Rows, afterwards: () => void) => void,
  mayWrite: boolean,
): DocumentActions => {
  const retryOne = useRetryImport();
  const cancelOne = useCancelImport();
  const retryMany = useRetryImports();

  const { mutate: retryById } = retryOne;
  const retry = useCallback(
    ({ knowledgeBaseImportId: importId }: KnowledgeImport) => retryById({ params: { importId } }),
    [retryById],
  );

  const retryAll = (rows: Rows, clear: () => void): void => {
    const open = rows.filter((row) => row.abilities.canRetry);
    if (open.length === 0) return void toastError('Only failed or cancelled documents can be tried again.');
    retryMany.mutate(open, {
      onSuccess: (taken) => {
        clear();
        toastSuccess(`${formatCount(taken, 'document')} will be read again.`);
      },
    });
  };

  return {
    retry,
    rowActions: (row) => [
      ...(row.abilities.canRetry
        ? [{ label: 'Retry', icon: <IconRefresh size={16} />, onRun: () => retry(row) }]
        : []),
      ...(row.abilities.canCancel
        ? [
            {
              label: 'Cancel',
              icon: <IconPlayerStop size={16} />,
              onRun: () => cancelOne.mutate({ params: { importId: row.knowledgeBaseImportId } }),
            },
          ]
        : []),
      {
        label: 'Download',
        icon: <IconDownload size={16} />,
        onRun: () => location.assign(downloadAddress(row.knowledgeBaseImportId)),
      },
      ...(row.abilities.canRemove
        ? [
            {
              label: 'Delete',
              icon: <IconTrash size={16} />,
              danger: true,
              onRun: () => onDelete([row], () => undefined),
            },
          ]
        : []),
    ],
    bulkActions: mayWrite
      ? [
          { label: 'Retry', icon: <IconRefresh size={14} />, onRun: retryAll },
          { label: 'Delete', icon: <IconTrash size={14} />, danger: true, onRun: onDelete },
        ]
      : [],
  };
};
