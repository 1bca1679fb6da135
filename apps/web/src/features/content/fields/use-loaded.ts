import { valueAt } from '@atelier/contracts/fields/field-values';
import type { Field, FieldOption } from '@atelier/contracts/fields/fields';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { describeError } from '../../../ui/feedback/describe-error.ts';
import { useSurroundings } from './surroundings.ts';

interface Loaded<T> {
  data: T | undefined;
  /** True when this form provides no loader for the field. */
  isMissing: boolean;
  isLoading: boolean;
  failure: string | undefined;
  retry: () => void;
}

type What = { options: FieldOption[]; fields: Field[] };

/** Loads the choices or fields of a field, and reloads them when a value in `refreshedBy` changes. */
export const useLoaded = <K extends keyof What>(what: K, field: Field): Loaded<What[K]> => {
  const { loaders, values } = useSurroundings();
  const load = loaders[what] as ((field: Field, it: typeof values) => Promise<What[K]>) | undefined;
  const id = useId();
  const deciding = JSON.stringify((field.refreshedBy ?? []).map((name) => valueAt(values, name) ?? null));
  // Debounced, so that typing a host name does not load choices for each letter.
  const [settled] = useDebouncedValue(deciding, 300);
  const query = useQuery<What[K]>({
    queryKey: ['field', what, id, field.name, settled],
    queryFn: () => load?.(field, values) ?? Promise.reject(new Error('There is no loader.')),
    enabled: load !== undefined,
    retry: false,
    staleTime: 60_000,
    gcTime: 0,
  });
  return {
    data: query.data,
    isMissing: load === undefined,
    isLoading: load !== undefined && query.isFetching,
    failure: query.isError && !query.isFetching ? describeError(query.error).message : undefined,
    retry: () => void query.refetch(),
  };
};
