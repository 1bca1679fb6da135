import type { ImportType } from '@atelier/contracts/content/bases/import-shapes';
import { knowledge } from '@atelier/contracts/content/bases/knowledge';
import { documentImports } from '@atelier/contracts/content/documents/document-imports';
import type {
  ConnectorEntry,
  Source,
  SourceItemOutcome,
  SourceReportItem,
} from '@atelier/contracts/content/sources/source-shapes';
import { sources } from '@atelier/contracts/content/sources/sources';
import { usePages, useRead, useWrite } from '../../../lib/query.ts';

const { endpoints } = sources;

const catalogueStaleMs = 300_000;

/** Reads the kinds of sources, including announced ones. They only change with a new version of the product. */
export const useConnectors = () => useRead(endpoints.connectors, {}, { staleTime: catalogueStaleMs });

/** Returns the kind of source of an import type. */
export const findConnectorEntry = (
  entries: readonly ConnectorEntry[],
  type: ImportType | null,
): ConnectorEntry | undefined =>
  entries.find((entry) => entry.kind === 'CONNECTOR' && entry.type === type && entry.status === 'READY');

export interface SourceListQuery {
  search: string;
  type: ImportType | undefined;
  sort: 'name' | 'type' | 'createdAt' | 'updatedAt';
  order: 'asc' | 'desc';
}

/** Reads the sources of a knowledge base. Live events keep them up to date (`useLiveSources`). */
export const useSources = (id: string, query: SourceListQuery) =>
  usePages(endpoints.list, { params: { id }, query });

/** Reads up to a hundred sources whose name matches, to choose from. */
export const useSourceChoices = (id: string, search = '') =>
  useRead(endpoints.list, { params: { id }, query: { search, sort: 'name', order: 'asc', limit: 100 } });

export const useSource = (sourceId: string, enabled = true) =>
  useRead(endpoints.get, { params: { sourceId } }, { enabled });

const reportRefreshMs = 1500;

/** Returns true when a report is older than the state of its source. */
const isBehind = (
  { balance }: Pick<Source, 'balance'>,
  pages: readonly { items: readonly SourceReportItem[]; total: number }[],
): boolean =>
  (balance.found > 0 && pages[0]?.total === 0) ||
  (balance.pending === 0 && pages.some(({ items }) => items.some(({ outcome }) => outcome === 'PENDING')));

/**
 * Reads the report on each item. Live events invalidate it, but not during its first load, so it is read again as long as it
 * is behind the source.
 */
export const useSourceReport = (
  source: Source,
  query: { search: string; outcome: SourceItemOutcome | undefined },
) => {
  const isWhole = query.search === '' && query.outcome === undefined;
  return usePages(
    endpoints.report,
    { params: { sourceId: source.sourceId }, query },
    { refetchInterval: (pages) => isWhole && isBehind(source, pages) && reportRefreshMs },
  );
};

/** Endpoints whose cached replies become invalid when a source changes. */
const afterChange = [
  endpoints.list,
  endpoints.get,
  endpoints.report,
  documentImports.endpoints.listImports,
  knowledge.endpoints.get,
];

export const useTestSource = () => useWrite(endpoints.test);
export const useStartSource = () => useWrite(endpoints.init, { refreshes: afterChange });
export const useUpdateSource = () =>
  useWrite(endpoints.update, { refreshes: afterChange, success: 'The source was saved.' });
/** Pauses or resumes the schedule of a source. */
export const usePauseSource = () =>
  useWrite(endpoints.update, { refreshes: afterChange, toastFailure: true });
export const useRemoveSource = () => useWrite(endpoints.remove, { refreshes: afterChange });
export const useSyncSource = () => useWrite(endpoints.sync, { refreshes: afterChange, toastFailure: true });
export const useCancelSource = () =>
  useWrite(endpoints.cancel, { refreshes: afterChange, toastFailure: true });
export const useRetrySource = () => useWrite(endpoints.retry, { refreshes: afterChange, toastFailure: true });
export const useSwitchHook = () => useWrite(endpoints.hook, { refreshes: afterChange, toastFailure: true });
