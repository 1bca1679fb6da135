import { StorageType, storageTypeLabels } from '@atelier/contracts/content/storage';
import { NativeSelect } from '@mantine/core';
import { useMay } from '../../../lib/account/session.ts';
import { useUrlWords } from '../../../ui/behaviour/use-url-state.ts';
import { useUrlSort } from '../../../ui/data-table/use-url-sort.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { QueryView } from '../../../ui/feedback/query-view.tsx';
import { TextLink } from '../../../ui/layout/text-link.tsx';
import { DocumentsIllustration } from '../../../ui/theme/illustrations.tsx';
import { BillingPage } from '../../money/payments/index.ts';
import { useStorageItems, useStorageUse } from './api.ts';
import { ItemTable } from './item-table.tsx';
import { kindsInUse } from './model/kinds-in-use.ts';
import { UsePanel } from './use-panel.tsx';

/** The kinds of items (STORAGE-01, STORAGE-02). */
const types = [
  { value: '', label: 'All types' },
  ...Object.entries(storageTypeLabels).map(([value, label]) => ({ value, label })),
];
const parseType = (word: string): StorageType | undefined => StorageType.safeParse(word).data;

const nothingStored = (
  <EmptyState
    illustration={<DocumentsIllustration />}
    title="Nothing is stored yet"
    action={<TextLink to="/knowledge-base/data-import">Add documents</TextLink>}
  >
    Documents of your knowledge bases, files of your agents’ records and files of runs appear here with their
    size, so that you see what takes up space.
  </EmptyState>
);

const Items = () => {
  const [words, setWords] = useUrlWords(['search', 'type']);
  const { sort, query: order } = useUrlSort(['size', 'name', 'createdAt'], {
    column: 'size',
    descending: true,
  });
  const { query, rows, more } = useStorageItems({
    search: words.search,
    type: parseType(words.type),
    ...order,
  });
  const shown = kindsInUse(useStorageUse().data?.types ?? []);
  const mayRemove = useMay()('billing:write');
  const isFiltered = words.search !== '' || words.type !== '';
  return (
    <QueryView
      query={query}
      skeleton="table"
      isEmpty={() => !isFiltered && rows.length === 0}
      empty={nothingStored}
    >
      {() => (
        <ItemTable
          rows={rows}
          more={more}
          sort={sort}
          mayRemove={mayRemove}
          search={{
            value: words.search,
            onChange: (search) => setWords({ search }),
            placeholder: 'Search by name',
          }}
          toolbar={
            <NativeSelect
              aria-label="Type"
              data={types.filter(({ value }) => value === '' || shown.some(({ type }) => type === value))}
              value={words.type}
              onChange={(event) => setWords({ type: event.currentTarget.value })}
            />
          }
        />
      )}
    </QueryView>
  );
};

/** The storage screen (ROUTE-44). */
export const StorageScreen = () => {
  const use = useStorageUse();
  return (
    <BillingPage title="Knowledge Storage" description="What takes up space, the largest first.">
      <div className="stack-6">
        <QueryView query={use}>{(data) => <UsePanel use={data} />}</QueryView>
        <Items />
      </div>
    </BillingPage>
  );
};
