import { FlowRules } from '@atelier/contracts/assistants/flows/flow-settings';
import type { JsonValue } from '@atelier/contracts/fields/field-values';
import { valueOfKey } from '@atelier/flows/expressions';
import type { TxCtx } from '../../../../kernel/context/context.ts';
import { defineRunType, orderRun, orderRuns, type RunType } from '../../../../kernel/runs/index.ts';
import { limiting } from '../../../../kernel/runs/turns/index.ts';
import { takeFiles } from './files/receive-files.ts';
import { type FlowRunInput, type FlowRunOutput, flowRunType } from './flow-run-type.ts';

const priorities = { HIGH: -50, NORMAL: 0, LOW: 50 } as const;
const week = 7 * 24 * 3600 * 1000;

type FlowRunType = RunType<FlowRunInput, FlowRunOutput>;
type Starting = NonNullable<FlowRunType['starting']>;

/** The start of a run, as the rules of its flow change it. */
export interface FlowStart {
  type: FlowRunType;
  start: { input: FlowRunInput; subjectId: string; scopeId: string };
}

const keyValueFor = (key: string, { trigger, payload, keyValues }: FlowRunInput): string =>
  keyValues?.[key] ??
  valueOfKey(
    key,
    new Map([
      ['trigger', payload],
      [trigger ?? 'trigger', payload],
    ]),
  );

const toList = (payload: JsonValue): JsonValue[] => (Array.isArray(payload) ? payload : [payload]);

/** Trigger payloads may refer to files that were uploaded for the flow. */
const filesOfBoth = (before: FlowRunInput, next: FlowRunInput): Pick<FlowRunInput, 'files'> => {
  const ids = [...(before.files?.ids ?? []), ...(next.files?.ids ?? [])];
  return ids.length === 0 ? {} : { files: { ids, of: null } };
};

/** The later input decides which version runs. */
const merge = (before: FlowRunInput, next: FlowRunInput): FlowRunInput => ({
  ...next,
  payload: [...toList(before.payload), ...toList(next.payload)],
  ...filesOfBoth(before, next),
});

/** Rules that change what a run gets. They apply to what triggers send only: whoever calls a flow or asks it wants the own answer. */
const collecting = ({ debounce, batch }: FlowRules, input: FlowRunInput): Starting => {
  const { flowId, trigger, chat } = input;
  if (trigger === null || chat) return {};
  const within = (key: string): string => `${flowId} ${trigger} ${keyValueFor(key, input)}`;
  if (batch) {
    const key = within(batch.key);
    return { batch: { size: batch.size, timeoutMs: batch.seconds * 1000, merge, key: () => key } };
  }
  if (!debounce) return {};
  const { quietSeconds, mostSeconds } = debounce;
  const key = within(debounce.key);
  const mostMs = mostSeconds === null ? {} : { mostMs: mostSeconds * 1000 };
  return { debounce: { quietMs: quietSeconds * 1000, ...mostMs, key: () => key } };
};

const toStarting = (rules: FlowRules, input: FlowRunInput): Starting => {
  const { priority, concurrency, throttle } = rules;
  const starting: Starting = {
    ...collecting(rules, input),
    ...(priority !== 'NORMAL' && { priority: () => priorities[priority] }),
  };
  const limits = limiting({ concurrency, throttle }, (key) => `${input.flowId} ${keyValueFor(key, input)}`);
  return { ...starting, ...limits };
};

/** Returns the keys of the stored rules of a flow. */
export const keysOfRules = (stored: unknown): string[] => {
  const { batch, debounce, concurrency, throttle } = FlowRules.parse(stored);
  return [batch, debounce, concurrency, throttle].flatMap((rule) => (rule?.key ? [rule.key] : []));
};

/** Applies the stored rules of a flow to the start of a run. Tests of drafts follow no rules. */
export const flowStart = (stored: unknown, input: FlowRunInput): FlowStart => {
  const subject = { subjectId: input.flowId, scopeId: input.flowId };
  const starting = input.environment === 'TESTING' ? {} : toStarting(FlowRules.parse(stored), input);
  if (Object.keys(starting).length === 0) return { type: flowRunType, start: { ...subject, input } };
  const isBatch = starting.batch !== undefined;
  return {
    type: defineRunType({ ...flowRunType, starting }),
    start: { ...subject, input: isBatch ? { ...input, payload: [input.payload] } : input },
  };
};

/**
 * Starts a run of a flow by its rules, in the caller's transaction. A start with the same idempotency key has no effect for a week.
 * Returns the run, which may be one that collects what comes.
 */
export const orderFlowRun = async (
  tx: TxCtx,
  stored: unknown,
  input: FlowRunInput,
  key?: string,
): Promise<string> => {
  const { type, start } = flowStart(stored, input);
  const order = { ...start, ...(key !== undefined && { idempotency: { key, forMs: week } }) };
  const runId = await orderRun(tx, type, order);
  await takeFiles(tx, runId, input);
  return runId;
};

/** Starts several runs of a flow by its rules, in the caller's transaction. */
export const orderFlowRuns = async (
  tx: TxCtx,
  stored: unknown,
  inputs: readonly FlowRunInput[],
): Promise<void> => {
  if (inputs.some(({ files }) => files)) {
    for (const input of inputs) await orderFlowRun(tx, stored, input);
    return;
  }
  const starts = inputs.map((input) => flowStart(stored, input));
  const isFree = starts.every(({ type }) => type === flowRunType);
  if (isFree)
    await orderRuns(
      tx,
      flowRunType,
      starts.map(({ start }) => start),
    );
  else for (const { type, start } of starts) await orderRun(tx, type, start);
};
