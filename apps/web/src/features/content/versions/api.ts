import { knowledge } from '@atelier/contracts/content/bases/knowledge';
import { connections } from '@atelier/contracts/content/connections/connections';
import { documentImports } from '@atelier/contracts/content/documents/document-imports';
import { models } from '@atelier/contracts/content/models';
import { indexVersions } from '@atelier/contracts/content/versions/index-versions';
import type { CallOf } from '@atelier/contracts/kernel/contract';
import { useMutation } from '@tanstack/react-query';
import { useMay } from '../../../lib/account/session.ts';
import { useRead, useWrite } from '../../../lib/query.ts';
import { call } from '../../../lib/server/api.ts';
import { isUnderWork } from './model/version-words.ts';

const { endpoints } = indexVersions;
const refreshMs = 1500;
const refreshes = [endpoints.list, endpoints.offer];

/** Reads the index versions, and polls while one of them is being built or compared. */
export const useVersions = (id: string) =>
  useRead(
    endpoints.list,
    { params: { id } },
    { refetchInterval: (data) => data?.items.some(isUnderWork) === true && refreshMs },
  );

/** Reads whether this server can build a better index. */
export const useIndexOffer = (id: string, enabled: boolean) =>
  useRead(endpoints.offer, { params: { id } }, { enabled });

export const useEstimateVersion = () =>
  useMutation({
    mutationFn: ({ id, body }: { id: string; body: CallOf<typeof endpoints.estimate>['body'] }) =>
      call(endpoints.estimate, { params: { id }, body }),
  });

export const useStartVersion = () => useWrite(endpoints.start, { refreshes });
export const useCancelVersion = () => useWrite(endpoints.cancel, { refreshes, toastFailure: true });
export const useResumeVersion = () => useWrite(endpoints.resume, { refreshes });
export const useRemoveVersion = () => useWrite(endpoints.remove, { refreshes });

export const useSwitchVersion = () =>
  useWrite(endpoints.activate, {
    refreshes: [
      endpoints.list,
      endpoints.offer,
      knowledge.endpoints.get,
      documentImports.endpoints.listImports,
      documentImports.endpoints.listChunks,
    ],
  });

export const useCompareVersion = () =>
  useMutation({
    mutationFn: (params: { id: string; versionId: string }) => call(endpoints.compare, { params }),
  });

/** Reads the embedding models and vector stores that an index can use. */
export const useIndexChoices = () => {
  const may = useMay();
  const found = useRead(
    models.endpoints.list,
    { query: { type: 'EMBEDDING' } },
    { enabled: may('models:read') },
  );
  const stores = useRead(
    connections.endpoints.list,
    { query: { service: 'VECTOR_STORE', limit: 100 } },
    { enabled: may('connections:read') },
  );
  return {
    models: found.data?.models ?? [],
    stores: stores.data?.items ?? [],
    isKnown: found.data !== undefined,
  };
};
