import type { KnowledgeBase } from '@atelier/contracts/content/bases/knowledge-shapes';
import type { ReactNode } from 'react';
import { useUrlState } from '../../../../ui/behaviour/use-url-state.ts';
import { useUrlSort } from '../../../../ui/data-table/use-url-sort.ts';
import { EmptyState } from '../../../../ui/feedback/empty-state.tsx';
import { QueryView } from '../../../../ui/feedback/query-view.tsx';
import { DocumentsIllustration } from '../../../../ui/theme/illustrations.tsx';
import { parseStatusFilter } from '../../documents/index.ts';
import { useImports } from '../api.ts';
import { WhatNext } from '../base/what-next.tsx';
import { isReadingOver } from '../model/import-balance.ts';
import { DocumentPanel } from '../source/document-panel.tsx';
import { DocumentDrop } from '../upload/document-drop.tsx';
import { UploadPanel } from '../upload/upload-panel.tsx';
import { useUploads } from '../upload/upload-store.ts';
import { BalanceLine } from './balance-line.tsx';
import { DocumentTable } from './document-table.tsx';
import { LabelFilter, parseLabelFilter } from './label-filter.tsx';
import { OriginField, parseOrigin } from './origin-field.tsx';

const sortable = ['name', 'createdAt', 'size', 'chunkCount'] as const;

/** The upload and the documents of a knowledge base (KB-14). */
export const DocumentsSection = ({ base }: { base: KnowledgeBase }) => {
  const id = base.knowledgeBaseId;
  const [search, setSearch] = useUrlState('search');
  const [filter, setFilter] = useUrlState('status');
  const [origin, setOrigin] = useUrlState('from');
  const [label, setLabel] = useUrlState('label');
  const [document, setDocument] = useUrlState('document');
  const order = useUrlSort(sortable, { column: 'createdAt', descending: true });
  const uploads = useUploads();
  const list = useImports(id, {
    search,
    status: parseStatusFilter(filter),
    ...parseOrigin(origin),
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
              <OriginField knowledgeBaseId={id} value={origin} onChange={setOrigin} />
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
      {list.first && isReadingOver(list.first.balance) ? (
        <WhatNext base={base} balance={list.first.balance} />
      ) : null}
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
