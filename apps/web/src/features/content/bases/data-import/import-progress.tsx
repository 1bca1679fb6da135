import type { KnowledgeImport } from '@atelier/contracts/content/bases/import-shapes';
import type { Source } from '@atelier/contracts/content/sources/source-shapes';
import { ProgressBar } from '../../../../ui/feedback/progress-bar.tsx';
import { QueryView } from '../../../../ui/feedback/query-view.tsx';
import { StatusBadge } from '../../../../ui/feedback/status-badge.tsx';
import {
  type Balance,
  BalanceLine,
  FailedDocuments,
  ImportLines,
  isUnderWay,
  statusInList,
  useImports,
  useLiveImports,
  WhatNext,
} from '../../documents/index.ts';
import { UploadPanel } from '../../files/index.ts';
import { balanceInWords, SourceReport, useLiveSources, useSource } from '../../sources/index.ts';
import { useKnowledgeBase } from '../api.ts';

/** Returns how much has been read, from 0 to 1, including parts of the documents that are being read. */
const shareRead = ({ found, pending }: Balance, underWay: readonly KnowledgeImport[]): number =>
  (found - pending + underWay.reduce((sum, { progress }) => sum + progress, 0)) / found;

const Documents = ({ knowledgeBaseId }: { knowledgeBaseId: string }) => {
  const list = useImports(knowledgeBaseId, {
    search: '',
    status: undefined,
    sort: 'createdAt',
    order: 'desc',
  });
  const base = useKnowledgeBase(knowledgeBaseId);
  const balance = list.first?.balance;
  const underWay = list.rows.filter(({ status }) => isUnderWay(status));
  return (
    <QueryView query={list.query} errorTitle="The documents could not be loaded">
      {() =>
        balance ? (
          <>
            <ProgressBar
              value={balance.found === 0 ? undefined : shareRead(balance, underWay)}
              label="Documents read"
              withText
            />
            <BalanceLine balance={balance} />
            <ImportLines rows={underWay} total={balance.pending} />
            {balance.failed > 0 ? <FailedDocuments knowledgeBaseId={knowledgeBaseId} /> : null}
            {base.data ? <WhatNext base={base.data} balance={balance} /> : null}
          </>
        ) : null
      }
    </QueryView>
  );
};

const SourceStatus = ({ source }: { source: Source }) => {
  const { sync } = source;
  if (!sync) return null;
  const { label, tone } = statusInList(sync.status);
  return (
    <div className="stack-4">
      <div className="row-2">
        <strong>{source.name}</strong>
        <StatusBadge tone={tone}>{label}</StatusBadge>
        <span className="note">{sync.stage ?? balanceInWords(source)}</span>
      </div>
      {isUnderWay(sync.status) ? (
        <ProgressBar value={sync.progress} label={`Progress of ${source.name}`} />
      ) : null}
      {sync.error ? (
        <p className="failure" role="alert">
          {sync.error.message}
        </p>
      ) : null}
      {sync.note === null ? null : <p className="note">{sync.note}</p>}
      <SourceReport source={source} />
    </div>
  );
};

const SourceProgress = ({ knowledgeBaseId, sourceId }: { knowledgeBaseId: string; sourceId: string }) => {
  useLiveSources(knowledgeBaseId);
  return (
    <QueryView query={useSource(sourceId)} errorTitle="The source could not be opened">
      {(source) => <SourceStatus source={source} />}
    </QueryView>
  );
};

export interface BegunImport {
  knowledgeBaseId: string;
  sourceId?: string | undefined;
  /** True when files are uploaded, with or without a source. */
  hasFiles: boolean;
}

/** The progress of an import: the documents that were sent, read and skipped, with the reasons. */
export const ImportProgress = ({ knowledgeBaseId, sourceId, hasFiles }: BegunImport) => {
  useLiveImports(knowledgeBaseId);
  return (
    <div className="stack-4">
      <p className="note">
        {hasFiles
          ? 'It continues by itself: you may leave this page as soon as the files are uploaded.'
          : 'It continues by itself: you may leave this page.'}
      </p>
      {hasFiles ? (
        <>
          <UploadPanel knowledgeBaseId={knowledgeBaseId} />
          <Documents knowledgeBaseId={knowledgeBaseId} />
        </>
      ) : null}
      {sourceId === undefined ? null : (
        <SourceProgress knowledgeBaseId={knowledgeBaseId} sourceId={sourceId} />
      )}
    </div>
  );
};
