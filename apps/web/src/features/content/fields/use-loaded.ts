import { valueAt } from '@atelier/contracts/fields/field-values';
import type { Field, FieldOption } from '@atelier/contracts/fields/fields';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { describeError } from '../../../ui/feedback/describe-error.ts';
import { useSurroundings } from './surroundings.ts';

interface Loaded<T> {
  data: T | undefined;
  /** There is no way to load it here. */
  isMissing: boolean;
  isLoading: boolean;
  failure: string | undefined;
  retry: () => void;
}

type What = { options: FieldOption[]; fields: Field[] };

/** What a field loads, again whenever the values change that it is `refreshedBy`. */
export const useLoaded = <K extends keyof What>(what: K, field: Field): Loaded<What[K]> => {
  const { loaders, values } = useSurroundings();
  const load = loaders[what] as ((field: Field, it: typeof values) => Promise<What[K]>) | undefined;
  const id = useId();
  const deciding = JSON.stringify((field.refreshedBy ?? []).map((name) => valueAt(values, name) ?? null));
  // Whoever types a host name does not ask for the choices of every letter.
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
