import type { App } from '@atelier/contracts/assistants/apps';
import type { AppVersion } from '@atelier/contracts/assistants/apps/versions';
import { IconArrowsDiff, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { Ago } from '../../../../lib/ago.tsx';
import { VersionPanel } from '../../../../lib/version-panel.tsx';
import type { Column } from '../../../../ui/data-table/data-table-types.ts';
import { ListTable } from '../../../../ui/data-table/list-table.tsx';
import { ConfirmDialog } from '../../../../ui/feedback/confirm-dialog.tsx';
import { StatusBadge } from '../../../../ui/feedback/status-badge.tsx';
import type { MenuAction } from '../../../../ui/layout/actions-menu.tsx';
import { useComparison, useRemoveVersion, useRevert, useVersions } from './api.ts';
import classes from './versions.module.css';

const versionLabel = ({ version }: Pick<AppVersion, 'version'>): string => `Version ${version}`;

const describeChanged = ({ version, changed }: AppVersion): string => {
  if (changed === null) return version === 1 ? 'The first settings' : 'The oldest settings that are kept';
  return changed.length === 0 ? 'Nothing since the version before it' : changed.join(', ');
};

const columns: Column<AppVersion>[] = [
  {
    id: 'version',
    header: 'Version',
    width: '12rem',
    cell: (row) => (
      <span className={`inline-flex flex-wrap align-center ${classes.version}`}>
        {versionLabel(row)}
        {row.isCurrent ? <StatusBadge tone="success">In use</StatusBadge> : null}
      </span>
    ),
  },
  {
    id: 'changed',
    header: 'Changed',
    cell: describeChanged,
  },
  {
    id: 'by',
    header: 'By',
    width: '11rem',
    wideOnly: true,
    cell: ({ createdBy }) => createdBy?.name ?? 'Nobody',
  },
  { id: 'at', header: 'When', width: '8.5rem', cell: ({ createdAt }) => <Ago at={createdAt} /> },
];

interface ComparisonProps {
  appId: string;
  opened: AppVersion;
  onClose: () => void;
}

/** Shows what differs between a version and the present settings, and goes back to it. */
const Comparison = ({ appId, opened: { version, isCurrent }, onClose }: ComparisonProps) => {
  const revert = useRevert();
  return (
    <VersionPanel
      number={version}
      query={useComparison(appId, version)}
      listChanges={({ changes }) => changes}
      note="Going back stores these settings as a new version. Who may use the app stays as it is, and knowledge bases that were deleted stay away."
      action={`Go back to version ${version}`}
      restore={revert}
      onRestore={
        isCurrent ? undefined : () => revert.mutate({ body: { appId, version } }, { onSuccess: onClose })
      }
      onClose={onClose}
    />
  );
};

/** The versions of the settings of an app: compared, brought back, deleted (APP-33). */
export const VersionsTab = ({ app }: { app: Pick<App, 'appId'> }) => {
  const { query, rows, more } = useVersions(app.appId);
  const [opened, setOpened] = useState<AppVersion>();
  const [deleting, setDeleting] = useState<AppVersion>();
  const remove = useRemoveVersion();
  const listVersionActions = (row: AppVersion): MenuAction[] => [
    { label: 'Compare', icon: <IconArrowsDiff size={16} />, onRun: () => setOpened(row) },
    ...(row.isCurrent
      ? []
      : [{ label: 'Delete', icon: <IconTrash size={16} />, danger: true, onRun: () => setDeleting(row) }]),
  ];
  return (
    <>
      <ListTable
        label="Versions"
        list={{ query, rows, more }}
        errorTitle="The versions could not be loaded"
        columns={columns}
        rowId={(row) => String(row.version)}
        rowLabel={versionLabel}
        onOpen={setOpened}
        rowActions={listVersionActions}
      />
      {opened ? <Comparison appId={app.appId} opened={opened} onClose={() => setOpened(undefined)} /> : null}
      {deleting ? (
        <ConfirmDialog
          opened
          onClose={() => setDeleting(undefined)}
          title={`Delete version ${deleting.version}?`}
          confirmLabel="Delete"
          onConfirm={() =>
            remove.mutateAsync({ params: { id: app.appId, version: deleting.version }, query: {} })
          }
        >
          The settings in use stay as they are. This cannot be undone.
        </ConfirmDialog>
      ) : null}
    </>
  );
};
