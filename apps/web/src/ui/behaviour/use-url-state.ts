import { useNavigate, useSearch } from '@tanstack/react-router';
import { readTextProperty } from '../feedback/read-property.ts';

/**
 * Keeps a word of the address's query as state: filters, tabs and selections survive a reload and can be shared.
 * The default is not written into the address. With `isPlace`, a new value scrolls to the top, as a new page would.
 */
export const useUrlState = (
  name: string,
  fallback = '',
  { isPlace = false }: { isPlace?: boolean } = {},
): [string, (value: string) => void] => {
  const value = useSearch({ strict: false, select: (search) => readTextProperty(search, name) }) ?? fallback;
  const navigate = useNavigate();
  const set = (next: string) =>
    void navigate({
      to: '.',
      replace: true,
      resetScroll: isPlace,
      search: (previous: Record<string, unknown>) => ({
        ...previous,
        [name]: next === fallback ? undefined : next,
      }),
    });
  return [value, set];
};

/** Keeps several words that change together, so that each change adds one entry to the history. */
export const useUrlWords = <N extends string>(
  names: readonly N[],
): [Record<N, string>, (words: Partial<Record<N, string>>) => void] => {
  const search: unknown = useSearch({ strict: false });
  const navigate = useNavigate();
  const words = Object.fromEntries(names.map((name) => [name, readTextProperty(search, name) ?? '']));
  const set = (next: Partial<Record<N, string>>) =>
    void navigate({
      to: '.',
      replace: true,
      resetScroll: false,
      search: (previous: Record<string, unknown>) => ({ ...previous, ...next }),
    });
  return [words as Record<N, string>, set];
};
