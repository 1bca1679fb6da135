import { knowledge } from '@atelier/contracts/knowledge';
import { useInfiniteQuery } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { usePages, useRead } from '../../../lib/query.ts';
import { joinSections, type Place, placeAfter, placeBefore } from '../model/source-text.ts';

const { endpoints } = knowledge;

/** One document, or null when it is gone. Reads nothing while no id is given. */
export const useDocument = (importId: string | undefined) => {
  const query = useRead(
    endpoints.getImports,
    { query: { kbImportIds: importId ?? '' } },
    { enabled: importId !== undefined },
  );
  const data = query.data === undefined ? undefined : (query.data.imports[0] ?? null);
  return { data, error: query.error, refetch: query.refetch };
};

export const usePassages = (importId: string) => usePages(endpoints.listChunks, { params: { importId } });

const firstSections = 4;

/** A document's text from a place on, and back from it. */
export const useSourceText = (importId: string, at: number) => {
  const query = useInfiniteQuery({
    queryKey: [endpoints.readSource.path, { importId }, { at }],
    initialPageParam: { at, sections: firstSections } as Place,
    queryFn: ({ pageParam, signal }) =>
      call(endpoints.readSource, { params: { importId }, query: pageParam }, { signal }),
    getNextPageParam: placeAfter,
    getPreviousPageParam: placeBefore,
    staleTime: 5 * 60_000,
  });
  return { query, sections: joinSections(query.data?.pages ?? []) };
};
