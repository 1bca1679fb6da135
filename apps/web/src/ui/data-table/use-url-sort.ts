import { useUrlState } from '../behaviour/use-url-state.ts';
import type { TableSort } from './data-table-types.ts';

interface UrlSort<C extends string> {
  column: C;
  descending: boolean;
}

/** Reads the sorting from a word: `name` is ascending, `-name` descending. */
export const parseSort = <C extends string>(
  word: string,
  columns: readonly C[],
  fallback: UrlSort<C>,
): UrlSort<C> => {
  const descending = word.startsWith('-');
  const column = columns.find((each) => each === (descending ? word.slice(1) : word));
  return column === undefined ? fallback : { column, descending };
};

/** The sorting of a server-sorted table, kept in the address (`?sort=-createdAt`). */
export const useUrlSort = <C extends string>(columns: readonly C[], fallback: UrlSort<C>) => {
  const formatSort = ({ column, descending }: TableSort) => (descending ? `-${column}` : column);
  const [word, setWord] = useUrlState('sort', formatSort(fallback));
  const value = parseSort(word, columns, fallback);
  return {
    /** The `sort` prop of DataTable. */
    sort: { value, onChange: (next: TableSort) => setWord(formatSort(next)) },
    /** The query parameters of a list endpoint. */
    query: { sort: value.column, order: value.descending ? ('desc' as const) : ('asc' as const) },
  };
};
