import type { KnowledgeImport } from '@atelier/contracts/content/bases/import-shapes';
import { knowledge } from '@atelier/contracts/content/bases/knowledge';
import { Button, Switch, Tabs } from '@mantine/core';
import { IconDownload, IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { formatCount, formatFileSize, formatMoment } from '../../../../lib/format.ts';
import { useRead } from '../../../../lib/query.ts';
import { ErrorState } from '../../../../ui/feedback/error-state.tsx';
import { QueryView } from '../../../../ui/feedback/query-view.tsx';
import { StatusBadge } from '../../../../ui/feedback/status-badge.tsx';
import { SidePanel } from '../../../../ui/layout/side-panel.tsx';
import { useRetryImport } from '../api.ts';
import { statusInDetail } from '../import-status.ts';
import type { Span } from '../model/source-text.ts';
import { isToBeReplaced, isWorthRetrying } from '../model/ways-out.ts';
import { useDocument, useSetState } from '../source-api.ts';
import { ChunkList } from './chunk-list.tsx';
import { DetailsTab } from './details-tab.tsx';
import { downloadAddress } from './download-address.ts';
import { EncodingChoice } from './encoding-choice.tsx';
import { ReplaceFile } from './replace-file.tsx';
import classes from './source.module.css';
import { TextTab } from './text-tab.tsx';
import { VersionList } from './version-list.tsx';

const Facts = ({ row }: { row: KnowledgeImport }) => {
  const { label, tone } = statusInDetail(row.status);
  return (
    <p className="row-1-3 muted small tabular below-4">
      <StatusBadge tone={tone}>{label}</StatusBadge>
      {row.pages === null ? null : <span>{formatCount(row.pages, 'page')}</span>}
      <span>{formatCount(row.chunkCount, 'chunk')}</span>
      <span>{formatFileSize(row.size)}</span>
      <span>Added {formatMoment(row.createdAt)}</span>
    </p>
  );
};

const Cause = ({ row, onReplaced }: { row: KnowledgeImport; onReplaced: () => void }) => {
  const retry = useRetryImport();
  if (!row.error)
    return row.note === null ? null : <p className="small below-4 warning-box pad-3-4">{row.note}</p>;
  return (
    <div className={`danger-box small between pad-3-4 flex ${classes.cause}`} role="alert">
      <p>{row.error.message}</p>
      {isToBeReplaced(row) ? <ReplaceFile row={row} onReplaced={onReplaced} /> : null}
      {isWorthRetrying(row) ? (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconRefresh size={14} />}
          loading={retry.isPending}
          onClick={() => retry.mutate({ params: { knowledgeBaseImportId: row.knowledgeBaseImportId } })}
        >
          Retry
        </Button>
      ) : null}
    </div>
  );
};

const stateInWords = ({ state, chunkCount }: KnowledgeImport): string => {
  if (state === 'DISABLED') return 'It is kept, but searches do not find it.';
  return chunkCount > 0 ? 'Searches and apps find it.' : 'Searches and apps find it once it has been read.';
};

/** Switches whether searches find the document (IMPORT-42). */
const StateSwitch = ({ row }: { row: KnowledgeImport }) => {
  const { setState, isPending } = useSetState();
  const isEnabled = row.state === 'ENABLED';
  const id = row.knowledgeBaseImportId;
  return (
    <div className={`between flex flex-wrap align-center ${classes.state}`}>
      <Switch
        label="Enabled"
        description={stateInWords(row)}
        checked={isEnabled}
        disabled={isPending || !row.abilities.canRemove}
        onChange={() => void setState([id], isEnabled ? 'DISABLED' : 'ENABLED')}
      />
    </div>
  );
};

interface DocumentViewProps {
  row: KnowledgeImport;
  mark: Span | undefined;
  onClose: () => void;
}

const DocumentView = ({ row, mark, onClose }: DocumentViewProps) => {
  const [tab, setTab] = useState<string | null>('text');
  const [shown, setShown] = useState(mark);
  const base = useRead(knowledge.endpoints.get, { params: { id: row.knowledgeBaseId } });
  const show = (span: Span) => {
    setShown(span);
    setTab('text');
  };
  return (
    <>
      <Facts row={row} />
      <Cause row={row} onReplaced={onClose} />
      {row.encoding === null ? null : <EncodingChoice row={row} encoding={row.encoding} />}
      <StateSwitch row={row} />
      <Tabs value={tab} onChange={setTab} keepMounted={false}>
        <Tabs.List aria-label="Document">
          <Tabs.Tab value="text">Text</Tabs.Tab>
          <Tabs.Tab value="chunks">Chunks</Tabs.Tab>
          <Tabs.Tab value="versions">Versions</Tabs.Tab>
          <Tabs.Tab value="details">Details</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="text" pt="md">
          <TextTab row={row} mark={shown} />
        </Tabs.Panel>
        <Tabs.Panel value="chunks" pt="md">
          <ChunkList row={row} onShow={show} />
        </Tabs.Panel>
        <Tabs.Panel value="versions" pt="md">
          <VersionList row={row} />
        </Tabs.Panel>
        <Tabs.Panel value="details" pt="md">
          <QueryView query={base} errorTitle="The details could not be loaded">
            {({ dataStructure }) => <DetailsTab row={row} fields={dataStructure} />}
          </QueryView>
        </Tabs.Panel>
      </Tabs>
    </>
  );
};

const gone = { code: 'knowledge.import_not_found', message: 'It has been deleted.', status: 404 };

interface DocumentPanelProps {
  /** Undefined while the panel is closed. */
  importId: string | undefined;
  mark?: Span | undefined;
  onClose: () => void;
}

/** A document next to the list: its text, chunks, versions and details, and the file. With `mark` it opens at that chunk. */
export const DocumentPanel = ({ importId, mark, onClose }: DocumentPanelProps) => {
  const query = useDocument(importId);
  return (
    <SidePanel
      opened={importId !== undefined}
      onClose={onClose}
      size="xl"
      title={query.data?.name ?? 'Document'}
      footer={
        importId === undefined || query.data === null ? undefined : (
          <Button
            component="a"
            href={downloadAddress(importId)}
            download
            variant="default"
            leftSection={<IconDownload size={16} />}
          >
            Download
          </Button>
        )
      }
    >
      {importId === undefined ? null : (
        <QueryView query={query} errorTitle="This document could not be opened">
          {(row) =>
            row === null ? (
              <ErrorState compact title="This document is gone" error={gone} />
            ) : (
              <DocumentView key={`${importId} ${mark?.start}`} row={row} mark={mark} onClose={onClose} />
            )
          }
        </QueryView>
      )}
    </SidePanel>
  );
};
