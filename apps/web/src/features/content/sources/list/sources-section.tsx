import type { ImportType } from '@atelier/contracts/content/bases/import-shapes';
import type { KnowledgeBase } from '@atelier/contracts/content/bases/knowledge-shapes';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useUrlState } from '../../../../ui/behaviour/use-url-state.ts';
import { useUrlSort } from '../../../../ui/data-table/use-url-sort.ts';
import { EmptyState } from '../../../../ui/feedback/empty-state.tsx';
import { QueryView } from '../../../../ui/feedback/query-view.tsx';
import { DocumentsIllustration } from '../../../../ui/theme/illustrations.tsx';
import { useSources } from '../api.ts';
import { useLiveSources } from '../use-live-sources.ts';
import { SourcePanel } from './source-panel.tsx';
import { SourceTable } from './source-table.tsx';
import classes from './sources.module.css';

const sortable = ['name', 'type', 'createdAt', 'updatedAt'] as const;

interface SourceListProps {
  base: KnowledgeBase;
  label: string;
  type?: ImportType;
  empty: ReactNode;
}

/** The sources with search, sorting, pages and the actions on each. */
export const SourceList = ({ base, label, type, empty }: SourceListProps) => {
  const id = base.knowledgeBaseId;
  useLiveSources(id);
  const [search, setSearch] = useUrlState('search');
  const [opened, setOpened] = useUrlState('report');
  const order = useUrlSort(sortable, { column: 'createdAt', descending: true });
  const list = useSources(id, { search, type, ...order.query });
  const isEmpty = list.first?.total === 0 && search === '';
  const shown = list.rows.find((source) => source.sourceId === opened);
  return (
    <>
      <QueryView
        query={list.query}
        skeleton="table"
        isEmpty={() => isEmpty}
        empty={empty}
        errorTitle="The sources could not be loaded"
      >
        {() => (
          <SourceTable
            label={label}
            rows={list.rows}
            more={list.more}
            sort={order.sort}
            search={{ value: search, onChange: setSearch, placeholder: `Search ${label.toLowerCase()}` }}
            onReport={(source) => setOpened(source.sourceId)}
          />
        )}
      </QueryView>
      <SourcePanel
        sourceId={opened === '' ? undefined : opened}
        title={shown?.name ?? 'Report'}
        onClose={() => setOpened('')}
      />
    </>
  );
};

const AddSource = ({ base }: { base: KnowledgeBase }) => (
  <Button
    component={Link}
    to={`/knowledge-base/data-import?base=${base.knowledgeBaseId}&source=enterprise`}
    leftSection={<IconPlus size={16} />}
  >
    Add a source
  </Button>
);

/** The sources of a knowledge base, apart from uploads (KB-15). */
export const SourcesSection = ({ base }: { base: KnowledgeBase }) => {
  const canImport = base.abilities.canImport ?? false;
  return (
    <div className="stack-5">
      <div className={`row-3 muted small between ${classes.head}`}>
        <p>
          Documents from databases, programs and websites. A source can be synced automatically; documents
          that it removed are removed here too.
        </p>
        {canImport ? <AddSource base={base} /> : null}
      </div>
      <SourceList
        base={base}
        label="Sources"
        empty={
          <EmptyState illustration={<DocumentsIllustration />} title="No sources yet">
            {canImport
              ? 'Add one, and its documents come in and stay up to date.'
              : 'Nobody has connected this knowledge base with a source.'}
          </EmptyState>
        }
      />
    </div>
  );
};
