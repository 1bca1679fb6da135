import { flowProposals } from '@atelier/contracts/assistants/flows/flow-proposals';
import { flowRuns } from '@atelier/contracts/assistants/flows/flow-runs';
import { flowSettings } from '@atelier/contracts/assistants/flows/flow-settings';
import type { FlowRunStatus, FlowStatus } from '@atelier/contracts/assistants/flows/flow-shapes';
import { flows } from '@atelier/contracts/assistants/flows/flows';
import { pieces } from '@atelier/contracts/assistants/flows/pieces';
import { scheduler } from '@atelier/contracts/assistants/flows/scheduler';
import { models } from '@atelier/contracts/content/models';
import type { FieldValues } from '@atelier/contracts/fields/fields';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMay } from '../../../lib/account/session.ts';
import type { TextParts } from '../../../lib/json-value.tsx';
import { buildQueryKey, usePages, useRead, useWrite } from '../../../lib/query.ts';
import { useLiveRuns } from '../../../lib/runs/use-live-runs.ts';
import { inParts, useParts } from '../../../lib/runs/use-parts.ts';
import { call } from '../../../lib/server/api.ts';
import { countFlows } from './flow-service.ts';

const { endpoints } = flows;

export interface FlowListQuery {
  search: string;
  status: FlowStatus | undefined;
  sort: 'name' | 'createdAt' | 'updatedAt';
  order: 'asc' | 'desc';
}

export const useFlows = (query: FlowListQuery) => usePages(endpoints.list, { query });
/** The number of flows that the user sees, whatever the list is filtered by. */
export const useFlowsCount = () =>
  useQuery({ queryKey: buildQueryKey(endpoints.count), queryFn: countFlows, retry: false });
export const useFlow = (id: string) =>
  useRead(endpoints.get, { params: { id }, query: {} }, { staleTime: 0 });
/** Polling status of the triggers. Polled itself, because the server sends no event for it. */
export const useFlowPolling = (id: string) =>
  useRead(endpoints.get, { params: { id }, query: {} }, { staleTime: 10_000, refetchInterval: 20_000 });
/** The next times of a schedule, as far as it can be read. */
export const useScheduleTimes = (triggerName: string, input: FieldValues) =>
  useQuery({
    queryKey: ['schedule times', triggerName, input],
    queryFn: () => call(scheduler.endpoints.times, { body: { triggerName, input } }),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });
export const useTemplates = () => useRead(endpoints.templates, { query: {} }, { staleTime: 300_000 });
export const readTemplate = (id: string) => call(endpoints.template, { params: { id }, query: {} });
export const usePieces = () => useRead(pieces.endpoints.list, { query: {} }, { staleTime: 300_000 });

/** The entry of a package in the registry of this server (PIECE-06). */
export const usePackageDetails = (name: string) =>
  useRead(pieces.endpoints.packageDetails, { query: { name } }, { staleTime: 300_000 });

/** Lists that contain what is shown of a flow elsewhere. */
const lists = [endpoints.list, endpoints.versions];
const listed = [endpoints.list, endpoints.count];

export const useProposeFlow = () => useWrite(flowProposals.endpoints.propose, { refreshes: [] });
export const useProposeChange = () => useWrite(flowProposals.endpoints.proposeChange, { refreshes: [] });
/** False when it is known that the company has no chat model that writes. */
export const useCanPropose = (): boolean => {
  const may = useMay();
  const query = { type: 'CHAT' } as const;
  const { data } = useRead(models.endpoints.list, { query }, { enabled: may('models:read') });
  return data?.models.some(({ extractive }) => !extractive) ?? true;
};
export const useCreateFlow = () => useWrite(endpoints.create, { refreshes: listed });
export const useDuplicateFlow = () =>
  useWrite(endpoints.duplicate, { refreshes: listed, toastFailure: true });
/** Saves the draft. The builder itself has what it saved, so it does not read it again. */
export const useSaveFlow = () => useWrite(endpoints.update, { refreshes: lists });
export const usePublishFlow = () => useWrite(endpoints.publish, { refreshes: lists });
/** Publishes a draft that the quality gate refuses; only owners may. */
export const usePublishFlowAnyway = () => useWrite(endpoints.publishAnyway, { refreshes: lists });
export const useSwitchFlow = () =>
  useWrite(endpoints.setStatus, { refreshes: [endpoints.get, ...lists], toastFailure: true });
export const useFlowRemoval = (id: string, enabled: boolean) =>
  useRead(endpoints.removal, { params: { id }, query: {} }, { enabled, staleTime: 0 });
export const readFlowRemoval = (id: string) => call(endpoints.removal, { params: { id }, query: {} });
export const useRemoveFlow = (name: string) =>
  useWrite(endpoints.remove, { refreshes: listed, success: `“${name}” was deleted.` });
export const useFlowVersions = (id: string) => usePages(endpoints.versions, { params: { id }, query: {} });
export const useFlowVersion = (id: string, versionId: string) =>
  useRead(endpoints.version, { params: { id, versionId }, query: {} }, { enabled: versionId !== '' });
export const useRestoreVersion = () =>
  useWrite(endpoints.restore, {
    refreshes: [endpoints.get, ...lists],
    success: 'Version restored as the draft.',
  });
export const useTestStep = () => useWrite(endpoints.testStep);
export const useTestFlow = () => useWrite(endpoints.test, { refreshes: [flowRuns.endpoints.list] });
/** Runs the published version. */
export const useStartFlow = () => useWrite(endpoints.run, { refreshes: [flowRuns.endpoints.list] });
const ofSettings = flowSettings.endpoints;
export const useFlowSettings = (id: string) =>
  useRead(ofSettings.get, { params: { id }, query: {} }, { staleTime: 0 });
/** Counts the runs that keeping them for fewer days deletes. */
export const useSettingsRemoval = (id: string, days: number, enabled: boolean) =>
  useRead(ofSettings.removal, { params: { id }, query: { days } }, { enabled, staleTime: 0 });
export const useSaveFlowSettings = () =>
  useWrite(ofSettings.put, { refreshes: [ofSettings.get], success: 'Settings saved.' });
/** Loads the choices of a field of a piece. */
export const loadOptions = (
  name: string,
  body: { member: string; field: string; input: FieldValues; connectionId: string | undefined },
) => call(pieces.endpoints.options, { params: { name }, body });

export interface RunFilters {
  flowId?: string | undefined;
  status: FlowRunStatus | undefined;
  after?: string | undefined;
}

export const useFlowRuns = (query: RunFilters) => usePages(flowRuns.endpoints.list, { query });
export const useFlowRun = (runId: string) =>
  useRead(flowRuns.endpoints.get, { params: { runId }, query: {} }, { enabled: runId !== '' });

/** The files that a run holds. */
export const useRunFiles = (runId: string) =>
  useRead(flowRuns.endpoints.files, { params: { runId }, query: {} });

export const readShownRunFile = (runId: string, fileId: string, as: 'FILE' | 'TEXT') =>
  call(flowRuns.endpoints.showFile, { params: { runId, fileId }, query: { as } });

/** The executed steps of a run, read page by page. */
export const useRunSteps = (runId: string) => {
  const request = { params: { runId }, query: { limit: 200 } };
  const query = useParts(inParts(flowRuns.endpoints.steps, request, 'after'), runId !== '');
  return { query, steps: query.data?.flatMap(({ steps }) => steps) ?? [] };
};

/** The text of a value of a run: its input, its output, or the output of one of its steps. */
export const valueText = (runId: string, of: 'INPUT' | 'OUTPUT' | 'STEP', seq?: number): TextParts =>
  inParts(flowRuns.endpoints.text, { params: { runId }, query: { of, seq, from: 0 } }, 'from');

const ofRuns = [flowRuns.endpoints.list, flowRuns.endpoints.get, flowRuns.endpoints.steps, endpoints.list];
export const useCancelRun = () =>
  useWrite(flowRuns.endpoints.cancel, {
    refreshes: ofRuns,
    success: 'The run is being cancelled.',
    toastFailure: true,
  });
export const useRetryRun = () =>
  useWrite(flowRuns.endpoints.retry, { refreshes: ofRuns, toastFailure: true });
export const useReplayRun = () => useWrite(flowRuns.endpoints.replay, { refreshes: ofRuns });

/** Reads runs again whenever the server reports a change: of one run, or of all for a list. */
export const useLiveFlowRuns = (runId: string, enabled = true): void => {
  const params = { runId };
  const { list, get, steps, files } = flowRuns.endpoints;
  const ofOne = [
    [get.path, params],
    [steps.path, params],
    [files.path, params],
  ];
  useLiveRuns(enabled ? runId : '', runId === 'all' ? [[list.path]] : ofOne);
};
