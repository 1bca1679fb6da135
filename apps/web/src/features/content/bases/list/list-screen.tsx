import type { KnowledgeBase } from '@atelier/contracts/content/bases/knowledge-shapes';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useMay } from '../../../../lib/account/session.ts';
import { useUrlState } from '../../../../ui/behaviour/use-url-state.ts';
import { useUrlSort } from '../../../../ui/data-table/use-url-sort.ts';
import { EmptyState } from '../../../../ui/feedback/empty-state.tsx';
import { QueryView } from '../../../../ui/feedback/query-view.tsx';
import { Page } from '../../../../ui/layout/page.tsx';
import { DocumentsIllustration } from '../../../../ui/theme/illustrations.tsx';
import { NothingShared } from '../../../account/access/index.ts';
import { useKnowledgeBases } from '../api.ts';
import { CreateBaseDialog } from '../create/create-base-dialog.tsx';
import { BaseTable } from './base-table.tsx';

const sortable = ['name', 'createdAt', 'updatedAt'] as const;

interface NoBasesProps {
  onCreate: (() => void) | undefined;
}

const NoBases = ({ onCreate }: NoBasesProps) => {
  const may = useMay();
  if (!may('entities:all')) return <NothingShared what="knowledge bases" />;
  return (
    <EmptyState
      illustration={<DocumentsIllustration />}
      title="Start with a knowledge base"
      action={
        onCreate ? (
          <Button leftSection={<IconPlus size={16} />} onClick={onCreate}>
            New knowledge base
          </Button>
        ) : undefined
      }
    >
      {onCreate
        ? 'It holds the documents that your apps answer from. Give it a name, drop your files in, and try a question a minute later.'
        : 'Nobody has made one yet. Ask a builder of your company to share their documents here.'}
    </EmptyState>
  );
};

/** The screen with all knowledge bases (ROUTE-13, KB-25). */
export const ListScreen = () => {
  const navigate = useNavigate();
  const may = useMay();
  const [search, setSearch] = useUrlState('search');
  const [isNew, setNew] = useUrlState('new');
  const order = useUrlSort(sortable, { column: 'updatedAt', descending: true });
  const list = useKnowledgeBases({ search, ...order.query });
  const canCreate = may('knowledge:write');
  const open = ({ knowledgeBaseId }: KnowledgeBase) =>
    void navigate({ to: `/knowledge-base/${knowledgeBaseId}/documents` });
  const isEmpty = list.first?.total === 0 && search === '';
  // While the list loads there is only one button to create something, because a second button would disappear afterwards and lose the
  // focus.
  const mayBeEmpty = list.query.isPending || isEmpty;
  return (
    <Page
      title="Knowledge"
      description="The documents that your apps answer from."
      actions={
        canCreate && !mayBeEmpty ? (
          <Button leftSection={<IconPlus size={16} />} onClick={() => setNew('1')}>
            New knowledge base
          </Button>
        ) : undefined
      }
    >
      <QueryView
        query={list.query}
        skeleton="table"
        isEmpty={() => isEmpty}
        empty={<NoBases onCreate={canCreate ? () => setNew('1') : undefined} />}
        errorTitle="The knowledge bases could not be loaded"
      >
        {() => (
          <BaseTable
            rows={list.rows}
            more={list.more}
            sort={order.sort}
            search={{ value: search, onChange: setSearch, placeholder: 'Search knowledge bases' }}
          />
        )}
      </QueryView>
      <CreateBaseDialog opened={canCreate && isNew !== ''} onClose={() => setNew('')} onCreated={open} />
    </Page>
  );
};
