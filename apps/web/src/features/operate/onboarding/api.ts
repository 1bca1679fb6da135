import { apps } from '@atelier/contracts/assistants/apps';
import { knowledge } from '@atelier/contracts/content/bases/knowledge';
import { onboarding } from '@atelier/contracts/operate/onboarding/onboarding';
import { type QuickStart, quickStart } from '@atelier/contracts/operate/onboarding/quick-start';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { buildQueryKey, useRead, useWrite } from '../../../lib/query.ts';
import { call } from '../../../lib/server/api.ts';

const { endpoints } = quickStart;

/**
 * Reads the quick start that the user began within the last day and has not ended. It is read once, because only this page
 * changes it.
 */
export const useQuickStart = ({ enabled }: { enabled: boolean }) =>
  useRead(endpoints.find, {}, { enabled, staleTime: Number.POSITIVE_INFINITY });

export const useBegin = () => {
  const client = useQueryClient();
  return useWrite(endpoints.begin, {
    onSuccess: (made) => client.setQueryData(buildQueryKey(endpoints.find), { quickStart: made }),
  });
};

/** Reads the first questions to offer. They are chosen once, after all documents have been read. */
export const useQuestions = ({ appId }: QuickStart) =>
  useQuery({
    queryKey: [endpoints.suggestQuestions.path, appId],
    queryFn: () => call(endpoints.suggestQuestions, {}),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

export const useEnd = () =>
  useWrite(endpoints.end, {
    refreshes: [
      endpoints.find,
      apps.endpoints.list,
      knowledge.endpoints.list,
      onboarding.endpoints.accountCompletion,
    ],
    toastFailure: true,
  });

/** Sets who can open the app. */
export const useSetAccess = () => {
  const client = useQueryClient();
  return useWrite(apps.endpoints.update, {
    refreshes: [apps.endpoints.get, apps.endpoints.list],
    toastFailure: true,
    onSuccess: ({ access }) =>
      client.setQueryData<{ quickStart: QuickStart | null }>(buildQueryKey(endpoints.find), (cached) =>
        cached?.quickStart ? { quickStart: { ...cached.quickStart, access } } : cached,
      ),
  });
};
