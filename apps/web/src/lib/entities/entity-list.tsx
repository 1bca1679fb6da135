import type { ComponentProps, ReactNode } from 'react';
import { useUrlState } from '../../ui/behaviour/use-url-state.ts';
import { DataTable } from '../../ui/data-table/data-table.tsx';
import type { DataTableProps } from '../../ui/data-table/data-table-types.ts';
import { useUrlSort } from '../../ui/data-table/use-url-sort.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { QueryView } from '../../ui/feedback/query-view.tsx';
import { SearchIllustration } from '../../ui/theme/illustrations.tsx';

interface FilterOptions<Choice extends string, Column extends string> {
  /** The word of the address that holds the choice. */
  word: string;
  /** Reads the choice; undefined for none. */
  read: (word: string) => Choice | undefined;
  columns: readonly Column[];
  /** The column that is sorted by at first, the newest above. */
  newest: Column;
}

/** The order of most lists: what was changed last comes first. */
export const byChange = { columns: ['name', 'createdAt', 'updatedAt'], newest: 'updatedAt' } as const;

/** The search, the filter and the order of a list, kept in the address. */
export const useListFilter = <Choice extends string, Column extends string>({
  word,
  read,
  columns,
  newest,
}: FilterOptions<Choice, Column>) => {
  const [search, setSearch] = useUrlState('search');
  const [chosen, setChoice] = useUrlState(word);
  const { sort, query } = useUrlSort(columns, { column: newest, descending: true });
  const choice = read(chosen);
  const isUnfiltered = search === '' && choice === undefined;
  return { search, setSearch, choice, setChoice, sort, query, isUnfiltered };
};

type ListFilter = Pick<ReturnType<typeof useListFilter>, 'search' | 'setSearch' | 'sort' | 'isUnfiltered'>;

interface List<T extends object>
  extends Required<Pick<DataTableProps<T>, 'rows' | 'more'>>,
    Pick<ComponentProps<typeof QueryView>, 'query'> {}

/** True when there is nothing at all, whatever the list is filtered by. */
export const hasNothing = ({ query, more }: List<object>, { isUnfiltered }: ListFilter): boolean =>
  query.data !== undefined && isUnfiltered && more.total === 0;

export interface EntityListProps<T extends object>
  extends Pick<DataTableProps<T>, 'columns' | 'rowId' | 'rowLabel' | 'rowLink' | 'rowActions' | 'toolbar'> {
  /** The word for one thing and for several, as in “agents”. */
  one: string;
  many: string;
  list: List<T>;
  filter: ListFilter;
  /** Shown instead of the list while there is nothing at all. */
  nothingYet: ReactNode;
  /** Advice when nothing fits the search and the filter; absent for the usual one. */
  nothingFits?: string;
  above?: ReactNode;
  below?: ReactNode;
}

const capitalize = (word: string): string => word.replace(/^./, (letter) => letter.toUpperCase());

/** A list of things that people make: a table, or cards on a phone. */
export const EntityList = <T extends object>(props: EntityListProps<T>) => {
  const { one, many, list, filter, nothingYet, nothingFits, above, below, ...table } = props;
  return (
    <QueryView
      query={list.query}
      skeleton="table"
      isEmpty={() => hasNothing(list, filter)}
      empty={nothingYet}
      errorTitle={`The ${many} could not be loaded`}
    >
      {() => (
        <>
          {above}
          <DataTable
            {...table}
            label={capitalize(many)}
            rows={list.rows}
            more={list.more}
            sort={filter.sort}
            search={{ value: filter.search, onChange: filter.setSearch, placeholder: `Search ${many}` }}
            empty={
              nothingFits === undefined ? undefined : (
                <EmptyState compact illustration={<SearchIllustration />} title={`No ${one} fits`}>
                  {nothingFits}
                </EmptyState>
              )
            }
          />
          {below}
        </>
      )}
    </QueryView>
  );
};
