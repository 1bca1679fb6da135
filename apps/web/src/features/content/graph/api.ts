import { documentImports } from '@atelier/contracts/content/documents/document-imports';
import { graph } from '@atelier/contracts/content/graph/graph';
import type { EntityType, GraphStatus } from '@atelier/contracts/content/graph/graph-shapes';
import { usePages, useRead, useWrite } from '../../../lib/query.ts';

const { endpoints } = graph;

const pollMs = 1500;

export const isBuilding = (status: GraphStatus): boolean => status === 'QUEUED' || status === 'RUNNING';

/** Reads the state of the graph, and polls while it is being built. */
export const useGraphState = (id: string) =>
  useRead(
    endpoints.get,
    { params: { id } },
    { refetchInterval: (state) => (state && isBuilding(state.status) ? pollMs : false) },
  );

export const useEstimate = (id: string, modelId: string) =>
  useRead(
    endpoints.estimate,
    { params: { id }, query: { modelId } },
    { enabled: modelId !== '', staleTime: 0 },
  );

const shown = [endpoints.get, endpoints.view, endpoints.entities, endpoints.entity];

export const useBuildGraph = () =>
  useWrite(endpoints.build, { refreshes: [endpoints.get, endpoints.estimate] });
export const useStopGraph = () =>
  useWrite(endpoints.cancel, { refreshes: [endpoints.get], toastFailure: true });
export const useRemoveGraph = () =>
  useWrite(endpoints.remove, { refreshes: shown, success: 'The graph was deleted.' });

export interface GraphFilter {
  search: string;
  type: EntityType | undefined;
  importId: string;
  around: string;
}

const asked = ({ search, type, importId }: GraphFilter) => ({
  ...(search === '' ? {} : { search }),
  ...(type === undefined ? {} : { type }),
  ...(importId === '' ? {} : { knowledgeBaseImportId: importId }),
});

export const useGraphView = (id: string, filter: GraphFilter) =>
  useRead(
    endpoints.view,
    {
      params: { id },
      query: { ...asked(filter), ...(filter.around === '' ? {} : { around: filter.around }) },
    },
    { staleTime: 0 },
  );

export const useEntities = (id: string, filter: GraphFilter) =>
  usePages(endpoints.entities, { params: { id }, query: asked(filter) });

export const useEntity = (id: string, entityId: string) =>
  useRead(endpoints.entity, { params: { id, entityId } }, { enabled: entityId !== '', staleTime: 0 });

export const useMergeEntities = (onDone: (entityId: string) => void) =>
  useWrite(endpoints.merge, {
    refreshes: shown,
    success: 'They are merged. Later builds keep this.',
    toastFailure: true,
    onSuccess: ({ entityId }) => onDone(entityId),
  });

export const useSplitEntity = (onDone: (entityId: string) => void) =>
  useWrite(endpoints.split, {
    refreshes: shown,
    success: 'The names were split off. Later builds keep this.',
    toastFailure: true,
    onSuccess: ({ entityId }) => onDone(entityId),
  });

export const useUndoEdit = (onDone: () => void) =>
  useWrite(endpoints.undoEdit, { refreshes: shown, toastFailure: true, onSuccess: onDone });

export const useGraphSearch = () => useWrite(endpoints.search);

/** Reads the documents by which the view can be filtered. */
export const useDocumentChoice = (id: string) =>
  useRead(documentImports.endpoints.listImports, {
    params: { id },
    query: { limit: 100, sort: 'name', order: 'asc' },
  });
