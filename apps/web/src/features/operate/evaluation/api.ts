import { agents } from '@atelier/contracts/assistants/agents/agents';
import { appVersions } from '@atelier/contracts/assistants/apps/versions';
import { evaluation } from '@atelier/contracts/operate/evaluation/evaluation';
import type { PerformanceTest } from '@atelier/contracts/operate/evaluation/evaluation-shapes';
import { onboarding } from '@atelier/contracts/operate/onboarding/onboarding';
import { usePages, useRead, useReads, useWrite } from '../../../lib/query.ts';
import { isOpen } from '../../../lib/runs/run-words.ts';
import type { Subject } from './model/subject.ts';

const { endpoints } = evaluation;
const pollMs = 1000;

type QuestionsQuery = Subject & {
  search: string;
  sort: 'question' | 'accuracy' | 'updatedAt';
  order: 'asc' | 'desc';
};

export const useTestQuestions = (query: QuestionsQuery) => usePages(endpoints.list, { query });

/** The runs of an app or an agent, read again every second while one has not ended. */
export const useTests = (subject: Subject) =>
  usePages(
    endpoints.tests,
    { query: subject },
    { refetchInterval: (pages) => (pages.some(({ items }) => items.some(isOpen)) ? pollMs : false) },
  );

const oneTest = (performanceTestId: string) => ({ params: { performanceTestId }, query: {} });
const untilEnd = {
  refetchInterval: (test: PerformanceTest | undefined) =>
    test === undefined || isOpen(test) ? pollMs : false,
  staleTime: 0,
};

export const useTest = (performanceTestId: string) =>
  useRead(endpoints.test, oneTest(performanceTestId), untilEnd);

export const useTestsAtOnce = (ids: readonly string[]) =>
  useReads(endpoints.test, ids.map(oneTest), untilEnd);

const changed = [endpoints.list, endpoints.overview, endpoints.gate, onboarding.endpoints.accountCompletion];

export const useAddQuestions = () =>
  useWrite(endpoints.add, { refreshes: changed, success: 'The test question was added.' });
export const useChangeQuestion = () => useWrite(endpoints.change, { refreshes: changed });
export const useRemoveQuestion = () => useWrite(endpoints.remove, { refreshes: changed });

export const useRunTest = (onSuccess?: (test: PerformanceTest) => void) =>
  useWrite(endpoints.run, { refreshes: [endpoints.tests], ...(onSuccess ? { onSuccess } : {}) });
export const useCancelTest = () =>
  useWrite(endpoints.cancel, { refreshes: [endpoints.tests, endpoints.test], toastFailure: true });

export const useGate = (subject: Subject) => useRead(endpoints.gate, { query: subject });
export const useChangeGate = () =>
  useWrite(endpoints.changeGate, { refreshes: [endpoints.gate], toastFailure: true });

/** The tools that an agent may call. */
export const useAgentTools = (agentId: string) => useRead(endpoints.tools, { query: { agentId } });

/** The versions of an agent, newest first. */
export const useAgentVersions = (id: string) =>
  useRead(agents.endpoints.versions, { params: { id }, query: { limit: 100 } });

/** The versions of an app, newest first. */
export const useAppVersions = (id: string) =>
  useRead(appVersions.endpoints.list, { params: { id }, query: { limit: 100 } });

/** The queries that show something else once a run has ended. */
export const afterRun = [...changed, endpoints.tests] as const;
