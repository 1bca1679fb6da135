import type { DocumentVersion, KnowledgeImport } from '@atelier/contracts/content/bases/import-shapes';
import { Button } from '@mantine/core';
import { IconArrowBackUp, IconDownload, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { formatCount, formatFileSize, formatMoment } from '../../../../lib/format.ts';
import { ConfirmDialog } from '../../../../ui/feedback/confirm-dialog.tsx';
import { QueryView } from '../../../../ui/feedback/query-view.tsx';
import { StatusBadge } from '../../../../ui/feedback/status-badge.tsx';
import { ActionsMenu } from '../../../../ui/layout/actions-menu.tsx';
import { useDeleteVersion, useRevertVersion, useVersions } from '../source-api.ts';
import classes from './source.module.css';
import { VersionComparison } from './version-comparison.tsx';

const reasons: Record<DocumentVersion['reason'], string> = {
  IMPORT: 'Imported',
  EDIT: 'Text edited',
  RESYNC: 'Changed in its source',
  ENCODING: 'Read with another encoding',
  CORRECTION: 'Cells corrected',
  REVERT: 'Reverted',
};

const linkToVersionFile = (importId: string, version: number): string =>
  `/api/import/v2/import/${importId}/versions/${version}/file`;

type Ask = { kind: 'revert' | 'remove'; version: number };

interface VersionProps {
  importId: string;
  version: DocumentVersion;
  canEdit: boolean;
  onCompare: (() => void) | undefined;
  onAsk: (ask: Ask) => void;
}

const Version = ({ importId, version, canEdit, onCompare, onAsk }: VersionProps) => {
  const { version: number, reason, madeBy, madeAt, size, characters, chunks } = version;
  const isOld = !version.isCurrent && !version.isShown;
  const download = {
    label: 'Download its file',
    icon: <IconDownload size={16} />,
    onRun: () => window.location.assign(linkToVersionFile(importId, number)),
  };
  const changes = [
    {
      label: 'Revert to it',
      icon: <IconArrowBackUp size={16} />,
      onRun: () => onAsk({ kind: 'revert', version: number }),
    },
    {
      label: 'Delete',
      icon: <IconTrash size={16} />,
      danger: true,
      onRun: () => onAsk({ kind: 'remove', version: number }),
    },
  ];
  return (
    <li className="surface-box pad-3-4">
      <div className={`muted tiny tabular flex flex-wrap ${classes.chunkHead}`}>
        <strong className="text-color">Version {number}</strong>
        {version.isShown ? <StatusBadge tone="success">In use</StatusBadge> : null}
        {version.isCurrent && !version.isShown ? (
          <StatusBadge tone="progress">Not read yet</StatusBadge>
        ) : null}
        <span className={classes.chunkMenu}>
          <ActionsMenu
            label={`Actions for version ${number}`}
            actions={isOld && canEdit ? [download, ...changes] : [download]}
          />
        </span>
      </div>
      <p className={classes.chunkText} dir="auto">
        {reasons[reason]}
        {madeBy === null ? '' : ` by ${madeBy}`} on {formatMoment(madeAt)}. {formatFileSize(size)},{' '}
        {formatCount(characters, 'character')}.
        {chunks.length > 0 ? ` With ${formatCount(chunks.length, 'chunk')} written by hand.` : ''}
      </p>
      {onCompare ? (
        <div className={`flex gap-1 ${classes.chunkActions}`}>
          <Button
            size="xs"
            variant="subtle"
            aria-label={`Compare version ${number} with the one in use`}
            onClick={onCompare}
          >
            Compare with the one in use
          </Button>
        </div>
      ) : null}
    </li>
  );
};

const AskDialog = ({ importId, ask, onClose }: { importId: string; ask: Ask; onClose: () => void }) => {
  const revert = useRevertVersion();
  const remove = useDeleteVersion();
  const { kind, version } = ask;
  if (kind === 'revert')
    return (
      <ConfirmDialog
        opened
        danger={false}
        onClose={onClose}
        title={`Revert to version ${version}?`}
        confirmLabel="Revert"
        onConfirm={() => revert.mutateAsync({ body: { knowledgeBaseImportId: importId, version } })}
      >
        A new version is made of it, and this document alone is read again. The version in use stays in the
        list, with the chunks that were written by hand. It is searched until the new one is ready.
      </ConfirmDialog>
    );
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={`Delete version ${version}?`}
      confirmLabel="Delete"
      onConfirm={() => remove.mutateAsync({ params: { knowledgeBaseImportId: importId, version } })}
    >
      Its text, its file and its handwritten chunks are deleted. This cannot be undone.
    </ConfirmDialog>
  );
};

/** The versions of the document, which can be compared, restored and deleted (IMPORT-43, IMPORT-45). */
export const VersionList = ({ row }: { row: KnowledgeImport }) => {
  const importId = row.knowledgeBaseImportId;
  const query = useVersions(importId);
  const [compared, setCompared] = useState<number>();
  const [ask, setAsk] = useState<Ask>();
  return (
    <QueryView query={query} errorTitle="The versions could not be loaded">
      {({ items }) => {
        const inUse = items.find((version) => version.isShown)?.version;
        if (compared !== undefined && inUse !== undefined)
          return (
            <VersionComparison
              importId={importId}
              from={compared}
              to={inUse}
              onClose={() => setCompared(undefined)}
            />
          );
        return (
          <>
            {items.length === 1 ? (
              <p className="muted small below-3">
                Once its text is edited, the previous version is kept here.
              </p>
            ) : null}
            <ul className="stack-3 bare">
              {items.map((version) => (
                <Version
                  key={version.version}
                  importId={importId}
                  version={version}
                  canEdit={row.abilities.canEdit ?? false}
                  onCompare={
                    version.isShown || inUse === undefined ? undefined : () => setCompared(version.version)
                  }
                  onAsk={setAsk}
                />
              ))}
            </ul>
            {ask ? <AskDialog importId={importId} ask={ask} onClose={() => setAsk(undefined)} /> : null}
          </>
        );
      }}
    </QueryView>
  );
};
