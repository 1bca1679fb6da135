import type { InformationSchema } from '@atelier/contracts/content/schemas/schema-shapes';
import { schemas } from '@atelier/contracts/content/schemas/schemas';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { usePages, useRead, useWrite } from '../../../lib/query.ts';
import { buildRequestPath } from '../../../lib/server/api.ts';
import type { StateFilter } from './model/schema-words.ts';

const { endpoints } = schemas;

const pollMs = 1500;

const all = [endpoints.list, endpoints.get, endpoints.rows, endpoints.estimate];

/** Reads the schemas of a knowledge base, and polls while one of them is being read. */
export const useSchemas = (knowledgeBaseId: string) =>
  usePages(
    endpoints.list,
    { query: { knowledgeBaseId, limit: 100 } },
    { refetchInterval: (pages) => pages.some((page) => page.items.some(isActive)) && pollMs },
  );

const isActive = (schema: InformationSchema): boolean => schema.isActive;

export const useSchema = (schemaId: string) =>
  useRead(
    endpoints.get,
    { params: { schemaId } },
    { refetchInterval: (schema) => (schema?.isActive ? pollMs : false) },
  );

export interface RowsQuery {
  search: string;
  state: StateFilter;
  sort: string;
  order: 'asc' | 'desc';
}

/** Reads the documents with their values. While a schema is being read, each poll brings more. */
export const useRows = (schemaId: string, { search, state, sort, order }: RowsQuery, isReading: boolean) =>
  usePages(
    endpoints.rows,
    {
      params: { schemaId },
      query: { search, sort, order, limit: 50, ...(state === 'ALL' ? {} : { state }) },
    },
    { refetchInterval: () => isReading && pollMs },
  );

/** The values to read. An empty model means rules; an empty column means all columns. */
export interface WantedReading {
  modelId: string;
  scope: 'CHANGED' | 'ALL';
  columnId: string;
}

export const useEstimate = (schemaId: string, { modelId, scope, columnId }: WantedReading) =>
  useRead(
    endpoints.estimate,
    {
      params: { schemaId },
      query: { scope, ...(modelId === '' ? {} : { modelId }), ...(columnId === '' ? {} : { columnId }) },
    },
    { staleTime: 0 },
  );

export const useCreateSchema = (onDone: (schemaId: string) => void) =>
  useWrite(endpoints.create, { refreshes: all, onSuccess: ({ schemaId }) => onDone(schemaId) });
export const useCopySchema = (onDone: (schemaId: string) => void) =>
  useWrite(endpoints.copy, { refreshes: all, onSuccess: ({ schemaId }) => onDone(schemaId) });
export const useRenameSchema = () => useWrite(endpoints.rename, { refreshes: all });
export const useRemoveSchema = (onDone: () => void) =>
  useWrite(endpoints.remove, {
    refreshes: [endpoints.list],
    success: 'The schema was deleted.',
    onSuccess: onDone,
  });

export const useAddColumn = () => useWrite(endpoints.addColumn, { refreshes: all });
export const useChangeColumn = () => useWrite(endpoints.changeColumn, { refreshes: all });
export const useRemoveColumn = () => useWrite(endpoints.removeColumn, { refreshes: all });

export const useRun = () => useWrite(endpoints.run, { refreshes: all });
export const useStop = () => useWrite(endpoints.cancel, { refreshes: all, toastFailure: true });

export const useSetCell = (onDone: () => void) =>
  useWrite(endpoints.setCell, { refreshes: all, success: 'Saved. Later runs keep it.', onSuccess: onDone });
export const useResetCell = (onDone: () => void) =>
  useWrite(endpoints.resetCell, {
    refreshes: all,
    success: 'The next run reads it again.',
    toastFailure: true,
    onSuccess: onDone,
  });

/** Reads the table again when the run is ahead of the rows that are shown, also when it ended between two polls. */
export const useFreshRows = ({ status, isActive: isReading, documents }: InformationSchema): void => {
  const client = useQueryClient();
  const seen = `${status} ${isReading} ${documents.pending} ${documents.failed} ${documents.total}`;
  useEffect(() => {
    if (seen !== '') void client.invalidateQueries({ queryKey: [endpoints.rows.path] });
  }, [client, seen]);
};

/** Returns the address of the table as a file. */
export const exportAddress = (schemaId: string, format: 'csv' | 'xlsx'): string =>
  buildRequestPath(endpoints.exportTable, { params: { schemaId }, query: { format } });
