import { orderProjection, orderProjectionIfMoved } from './project-document.ts';
import { projectImport } from './project-import.ts';
import {
  orderBaseRemoval,
  orderChunkRemoval,
  orderDocumentRemoval,
  orderVersionRemoval,
} from './remove-points.ts';
import { isExternal, searchStore } from './search-store.ts';

/** The store outside the database that keeps copies of the vectors of an index version, where one was chosen. */
export const vectorStore = {
  isExternal,
  search: searchStore,
  projectImport,
  orderProjection,
  orderProjectionIfMoved,
  orderBaseRemoval,
  orderChunkRemoval,
  orderDocumentRemoval,
  orderVersionRemoval,
};
