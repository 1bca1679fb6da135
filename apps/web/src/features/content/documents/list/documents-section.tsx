import type { KnowledgeBase } from '@atelier/contracts/content/bases/knowledge-shapes';
import type { ComponentType, ReactNode } from 'react';
import { useUrlState } from '../../../../ui/behaviour/use-url-state.ts';
import { useUrlSort } from '../../../../ui/data-table/use-url-sort.ts';
import { EmptyState } from '../../../../ui/feedback/empty-state.tsx';
import { QueryView } from '../../../../ui/feedback/query-view.tsx';
import { DocumentsIllustration } from '../../../../ui/theme/illustrations.tsx';
import { DocumentDrop, UploadPanel, useUploads } from '../../files/index.ts';
import { type ImportListQuery, useImports } from '../api.ts';
import { parseStatusFilter } from '../import-status.ts';
import { DocumentPanel } from '../source/document-panel.tsx';
import { BalanceLine } from './balance-line.tsx';
import { DocumentTable } from './document-table.tsx';
import { LabelFilter, parseLabelFilter } from './label-filter.tsx';
import { WhatNext } from './what-next.tsx';

const sortable = ['name', 'createdAt', 'size', 'chunkCount'] as const;

interface DocumentsSectionProps {
  base: KnowledgeBase;
  /** The filter by the source that documents come from: the field, and what its word in the address means. */
  origin: {
    parse: (word: string) => Pick<ImportListQuery, 'type' | 'sourceId'>;
    Field: ComponentType<{ knowledgeBaseId: string; value: string; onChange: (value: string) => void }>;
  };
}

/** The upload and the documents of a knowledge base (KB-14). */
export const DocumentsSection = ({ base, origin }: DocumentsSectionProps) => {
  const id = base.knowledgeBaseId;
  const [search, setSearch] = useUrlState('search');
  const [filter, setFilter] = useUrlState('status');
  const [from, setFrom] = useUrlState('from');
  const [label, setLabel] = useUrlState('label');
  const [document, setDocument] = useUrlState('document');
  const order = useUrlSort(sortable, { column: 'createdAt', descending: true });
  const uploads = useUploads();
  const list = useImports(id, {
    search,
    status: parseStatusFilter(filter),
    ...origin.parse(from),
    ...parseLabelFilter(label),
    ...order.query,
  });
  const canImport = base.abilities.canImport ?? false;
  const isEmpty = list.first?.balance.found === 0;
  const documents = (buttons: ReactNode) => (
    <QueryView
      query={list.query}
      skeleton="table"
      isEmpty={() => isEmpty}
      empty={nothingYet}
      errorTitle="The documents could not be loaded"
    >
      {() => (
        <DocumentTable
          rows={list.rows}
          more={list.more}
          sort={order.sort}
          search={{ value: search, onChange: setSearch, placeholder: 'Search documents' }}
          toolbar={
            <>
              <origin.Field knowledgeBaseId={id} value={from} onChange={setFrom} />
              <LabelFilter knowledgeBaseId={id} value={label} onChange={setLabel} />
              {list.first ? (
                <BalanceLine
                  balance={list.first.balance}
                  word="document"
                  filter={filter}
                  onFilter={setFilter}
                />
              ) : null}
              {buttons}
            </>
          }
          filter={{ value: parseStatusFilter(filter) ?? '', onChange: setFilter }}
          onOpen={(row) => setDocument(row.knowledgeBaseImportId)}
          mayWrite={canImport}
        />
      )}
    </QueryView>
  );
  return (
    <div className="stack-5">
      <UploadPanel knowledgeBaseId={id} />
      {list.first ? <WhatNext base={base} balance={list.first.balance} /> : null}
      {canImport && list.first ? (
        <DocumentDrop
          title={isEmpty ? 'Drop your first documents here' : 'Drop more documents here'}
          onFiles={(files) => uploads.add(id, files)}
        >
          {isEmpty ? undefined : documents}
        </DocumentDrop>
      ) : (
        documents(null)
      )}
      <DocumentPanel importId={document === '' ? undefined : document} onClose={() => setDocument('')} />
    </div>
  );
};

const nothingYet = (
  <EmptyState illustration={<DocumentsIllustration />} title="No documents yet">
    Nobody has added a document to this knowledge base.
  </EmptyState>
);
