import { modelCatalogue } from '@atelier/contracts/content/model-catalogue';
import { models } from '@atelier/contracts/content/models';
import { billing } from '@atelier/contracts/money/billing';
import { useMemo } from 'react';
import { useMay } from '../../../lib/account/session.ts';
import { useRead, useWrite } from '../../../lib/query.ts';

const { endpoints } = models;
const one = modelCatalogue.endpoints;
const refreshes = [endpoints.listProviders, endpoints.list, one.byProvider];

export const useProviderTypes = () => useRead(endpoints.types, {}, { staleTime: Number.POSITIVE_INFINITY });
export const useModels = () => useRead(endpoints.list, {});
export const useCreateProvider = () =>
  useWrite(endpoints.createProvider, { refreshes, success: 'Provider added.' });
export const useUpdateProvider = () =>
  useWrite(endpoints.updateProvider, { refreshes, success: 'Provider saved.' });
export const useRemoveProvider = () =>
  useWrite(endpoints.removeProvider, { refreshes, success: 'Provider deleted.' });
export const useTestProvider = () => useWrite(endpoints.testProvider);
export const useSetDefaultModel = () =>
  useWrite(endpoints.setDefault, { refreshes, success: 'Default model changed.', toastFailure: true });

/** While weights are on their way, their state is read every two seconds, and the list of models once they are here. */
export const useBuiltinModels = () =>
  useRead(
    endpoints.builtin,
    {},
    {
      refetchInterval: (data) => (data?.models.some(({ state }) => state === 'DOWNLOADING') ? 2000 : false),
    },
  );
export const useDownloadBuiltin = () =>
  useWrite(endpoints.downloadBuiltin, { refreshes: [endpoints.builtin, endpoints.list], toastFailure: true });

export const useModelAddresses = () => useRead(endpoints.listAddresses, {});
export const useAllowAddress = () =>
  useWrite(endpoints.allowAddress, { refreshes: [endpoints.listAddresses] });
export const useRemoveAddress = () =>
  useWrite(endpoints.removeAddress, { refreshes: [endpoints.listAddresses], success: 'Address removed.' });

/** Reads providers, models and forms as one query, so that the screen loads, fails and retries once. */
export const useModelScreen = () => {
  const providers = useRead(endpoints.listProviders, {});
  const list = useModels();
  const types = useProviderTypes();
  return {
    data:
      providers.data && list.data && types.data
        ? { providers: providers.data.providers, models: list.data.models, types: types.data.types }
        : undefined,
    error: providers.error ?? list.error ?? types.error,
    refetch: () => Promise.all([providers.refetch(), list.refetch(), types.refetch()]),
  };
};

export const useModelsByProvider = () => useRead(one.byProvider, {});
export const useUpdateModel = () => useWrite(one.update, { refreshes, success: 'Model saved.' });
export const useRemoveModel = () => useWrite(one.remove, { refreshes, success: 'Model deleted.' });

/** The credits that each model used in the last thirty days; nothing for those who may not see what the company spends. */
export const useModelUsage = () => {
  const enabled = useMay()('billing:read');
  const usage = useRead(billing.endpoints.creditUsage, { query: { groupBy: 'model' } }, { enabled });
  const groups = usage.data?.groups;
  return useMemo(
    () => groups && new Map(groups.map(({ key, credits, records }) => [key, { credits, records }])),
    [groups],
  );
};
