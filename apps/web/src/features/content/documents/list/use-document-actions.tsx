import type { KnowledgeImport } from '@atelier/contracts/content/bases/import-shapes';
import {
  IconDownload,
  IconEye,
  IconEyeOff,
  IconListTree,
  IconPlayerStop,
  IconRefresh,
  IconTrash,
} from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { formatCount } from '../../../../lib/format.ts';
import type { BulkAction } from '../../../../ui/data-table/data-table-types.ts';
import { toastError, toastSuccess } from '../../../../ui/feedback/toasts.tsx';
import type { MenuAction } from '../../../../ui/layout/actions-menu.tsx';
import {
  useCancelImport,
  useCancelImports,
  useRetryImport,
  useRetryImports,
  useSetDocumentState,
} from '../api.ts';
import { isWorthRetrying } from '../model/ways-out.ts';
import { downloadAddress } from '../source/download-address.ts';

type Rows = KnowledgeImport[];
type State = KnowledgeImport['state'];

const listImportIds = (rows: Rows): string[] => rows.map((row) => row.knowledgeBaseImportId);

/** The actions on several selected documents. */
const useBulkActions = (onDelete: DeleteDocuments): BulkAction<KnowledgeImport>[] => {
  const retryMany = useRetryImports();
  const cancelMany = useCancelImports();
  const setState = useSetDocumentState();
  const change = (state: State) => (rows: Rows, clear: () => void) => {
    setState.mutate({ body: { ids: listImportIds(rows), state } });
    clear();
  };
  const retryAll = (rows: Rows, clear: () => void): void => {
    const open = rows.filter(isWorthRetrying);
    if (open.length === 0)
      return void toastError(
        'None of these can succeed when it is retried. Replace the files that failed, or delete them.',
      );
    retryMany.mutate(open, {
      onSuccess: (taken) => {
        clear();
        toastSuccess(`${formatCount(taken, 'document')} will be read again.`);
      },
    });
  };
  const cancelAll = (rows: Rows, clear: () => void): void => {
    const open = rows.filter((row) => row.abilities.canCancel);
    if (open.length === 0) return void toastError('Only documents that are being imported can be cancelled.');
    cancelMany.mutate(open, {
      onSuccess: (taken) => {
        clear();
        toastSuccess(`${formatCount(taken, 'document')} cancelled.`);
      },
    });
  };
  return [
    { label: 'Retry', icon: <IconRefresh size={14} />, onRun: retryAll },
    { label: 'Cancel', icon: <IconPlayerStop size={14} />, onRun: cancelAll },
    { label: 'Enable', icon: <IconEye size={14} />, onRun: change('ENABLED') },
    { label: 'Disable', icon: <IconEyeOff size={14} />, onRun: change('DISABLED') },
    { label: 'Delete', icon: <IconTrash size={14} />, danger: true, onRun: onDelete },
  ];
};

type DeleteDocuments = (rows: Rows, afterwards: () => void) => void;

interface DocumentActions {
  retry: (row: KnowledgeImport) => void;
  rowActions: (row: KnowledgeImport) => MenuAction[];
  bulkActions: BulkAction<KnowledgeImport>[];
}

/** The actions on one document and on several. Deletion only opens its dialog. */
export const useDocumentActions = (onDelete: DeleteDocuments, mayWrite: boolean): DocumentActions => {
  const retryOne = useRetryImport();
  const cancelOne = useCancelImport();
  const setState = useSetDocumentState();
  const bulkActions = useBulkActions(onDelete);
  const navigate = useNavigate();

  const { mutate: retryById } = retryOne;
  const retry = useCallback(
    ({ knowledgeBaseImportId }: KnowledgeImport) => retryById({ params: { knowledgeBaseImportId } }),
    [retryById],
  );
  const stateAction = (row: KnowledgeImport): MenuAction => {
    const isOn = row.state === 'ENABLED';
    return {
      label: isOn ? 'Disable' : 'Enable',
      icon: isOn ? <IconEyeOff size={16} /> : <IconEye size={16} />,
      onRun: () =>
        setState.mutate({ body: { ids: listImportIds([row]), state: isOn ? 'DISABLED' : 'ENABLED' } }),
    };
  };
  const rowActions = (row: KnowledgeImport): MenuAction[] => {
    const { canCancel, canRemove } = row.abilities;
    const actions: (MenuAction | false | undefined)[] = [
      isWorthRetrying(row) && { label: 'Retry', icon: <IconRefresh size={16} />, onRun: () => retry(row) },
      canCancel && {
        label: 'Cancel',
        icon: <IconPlayerStop size={16} />,
        onRun: () => cancelOne.mutate({ params: { knowledgeBaseImportId: row.knowledgeBaseImportId } }),
      },
      mayWrite && stateAction(row),
      {
        label: 'Show the run',
        icon: <IconListTree size={16} />,
        onRun: () => void navigate({ to: `/runs/of/${row.knowledgeBaseImportId}` }),
      },
      {
        label: 'Download',
        icon: <IconDownload size={16} />,
        onRun: () => location.assign(downloadAddress(row.knowledgeBaseImportId)),
      },
      canRemove && {
        label: 'Delete',
        icon: <IconTrash size={16} />,
        danger: true,
        onRun: () => onDelete([row], () => undefined),
      },
    ];
    return actions.filter((action) => action !== false && action !== undefined);
  };
  return { retry, rowActions, bulkActions: mayWrite ? bulkActions : [] };
};
