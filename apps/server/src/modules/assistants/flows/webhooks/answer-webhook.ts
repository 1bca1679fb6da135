import { setTimeout as sleep } from 'node:timers/promises';
import type { FieldValues } from '@atelier/contracts/fields/fields';
import { parseJson } from '@atelier/contracts/kernel/parse-json';
import type { WebhookCall, WebhookReply } from '@atelier/pieces';
import { AppError, fail } from '../../../../kernel/base/errors.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import type { Anonymous } from '../../../../kernel/module/exchange.ts';
import type { AlreadyAnswered } from '../../../../kernel/module/module.ts';
import { failureOfRun, settledHere } from '../../../../kernel/runs/requests/index.ts';
import { isTerminal, readStepResult, runLists } from '../../../../kernel/runs/view/index.ts';
import { openConnection } from '../../../content/connections/index.ts';
import { keysOfRules } from '../engine/flow-rules.ts';
import { FlowResponse, type FlowRunInput, FlowRunOutput } from '../engine/flow-run-type.ts';
import { responseEntry } from '../engine/journal-names.ts';
import { responses } from '../engine/responses.ts';
import { type StartedRun, startFlowRun } from '../service/start-flow.ts';
import { triggerInput } from '../triggers/schedule.ts';
import { findPublished, type Published } from './find-published.ts';
import { type Arriving, bringBody, callInput, dropBrought, noteRefusal, readCall } from './read-call.ts';
import { type Http, sendFlowResponse, sendJson, sendOutput, sendResponse } from './send-response.ts';

/** The time for which a request waits for the response of a flow. */
const patienceMs = 30_000;
const lookEveryMs = 250;

/** The webhook that a request calls. */
type Called = Omit<Published, 'webhook'> & { webhook: NonNullable<Published['webhook']>; arriving: Arriving };

interface Asked {
  input: FieldValues;
  connection?: FieldValues;
  call: WebhookCall;
}

/** Opens what proves a call. */
const openProof = async ({ ctx, webhook }: Called, call: WebhookCall): Promise<Asked> => {
  const { trigger, code } = webhook;
  const connectionId = trigger.settings?.connectionId;
  const opened = connectionId === undefined ? undefined : await openConnection(ctx, connectionId);
  return { input: triggerInput(trigger, code), ...(opened && { connection: opened.values }), call };
};

type Read =
  | { reply: WebhookReply }
  | {
      input: Pick<FlowRunInput, 'payload' | 'files' | 'keyValues'>;
      /** Names the event, if its sender does. */
      message: string | undefined;
    };

/**
 * Reads a call, and lets the trigger check it. A signature is judged by the bytes as they arrive; every other proof before they do. What was
 * stored of a call that is not genuine is deleted again.
 */
const readChecked = async (called: Called): Promise<Read> => {
  const { ctx, flowId, settings, webhook, arriving } = called;
  const { code } = webhook;
  const call = readCall(arriving);
  const asked = await openProof(called, call);
  const signed = code.verifyBytes?.(asked);
  const onBytes = signed && ((bytes: Uint8Array) => signed.update(bytes));
  const brought = await bringBody(ctx, { flowId }, { arriving, onBytes, keys: keysOfRules(settings) });
  const whole = { ...call, body: brought.body, rawBody: brought.rawBody };
  const reply = code.handshake?.({ ...asked, call: whole });
  const isGenuine = signed ? signed.isGenuine() : (code.verify?.({ ...asked, call: whole }) ?? true);
  if (!reply && isGenuine) return { input: callInput(whole, brought), message: code.messageKey?.(asked) };
  await dropBrought(ctx, brought);
  return reply ? { reply } : fail('flows.unverified');
};

/** Reads a call. A call that is refused is shown in the history of its flow. */
const readOrNote = async (called: Called): Promise<Read> => {
  try {
    return await readChecked(called);
  } catch (error) {
    const { ctx, flowId, versionId, webhook, arriving } = called;
    await noteRefusal(ctx, { flowId, versionId, trigger: webhook.trigger.name }, { arriving, error });
    throw error;
  }
};

/** The response of a run, or its output when it ended without one. */
type Outcome = { response: FlowResponse } | { output: unknown };

/** Looks in the database, where a run that another process works on leaves its response. */
const look = (ctx: Ctx, runId: string): Promise<Outcome | undefined> =>
  ctx.tx(async (tx) => {
    const found = await runLists.findResult(tx.db, runId, responseEntry);
    if (!found) return fail('flows.run_failed', { runId });
    if (found.text !== null) return { response: FlowResponse.parse(parseJson(found.text)) };
    if (!isTerminal(found.status)) return undefined;
    if (found.status !== 'COMPLETED')
      throw failureOfRun(found.cause, new AppError('flows.run_failed', { runId }));
    const { text } = await readStepResult(tx, runId, { seq: 0 });
    return { output: FlowRunOutput.safeParse(parseJson(text)).data?.output ?? null };
  });

const lookUntil = async (ctx: Ctx, { runId, stored }: StartedRun, signal: AbortSignal): Promise<Outcome> => {
  // A run that is not stored yet would be missing.
  await Promise.race([stored, sleep(patienceMs, undefined, { signal })]);
  for (;;) {
    const outcome = await look(ctx, runId);
    if (outcome) return outcome;
    await sleep(lookEveryMs, undefined, { signal });
  }
};

/** Resolves to a response that is given soon. Most are, so that nothing that could be stopped is set up for them. */
const givenSoon = async (given: Promise<Outcome>, settled: Promise<void>): Promise<Outcome | undefined> => {
  const { promise: late, resolve: giveUp } = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => giveUp(undefined), lookEveryMs);
  try {
    // A run of this process usually ends at once; then one look is enough.
    return await Promise.race([given, settled.then(() => undefined), late]);
  } finally {
    clearTimeout(timer);
  }
};

const awaitLong = async (
  ctx: Ctx,
  run: StartedRun,
  { given, caller }: { given: Promise<Outcome>; caller: AbortSignal },
): Promise<Outcome> => {
  const done = new AbortController();
  const signal = AbortSignal.any([caller, done.signal, AbortSignal.timeout(patienceMs - lookEveryMs)]);
  try {
    return await Promise.race([given, lookUntil(ctx, run, signal)]);
  } catch (error) {
    if (!signal.aborted) throw error;
    return fail('flows.no_response', { runId: run.runId });
  } finally {
    done.abort();
  }
};

/** Waits for the response of a run. Throws `flows.no_response` and `flows.run_failed`. */
const awaitResponse = async (ctx: Ctx, run: StartedRun, caller: AbortSignal): Promise<Outcome> => {
  const { promise: given, resolve } = Promise.withResolvers<Outcome>();
  const forget = ctx.use(responses).expect(run.runId, (response) => resolve({ response }));
  try {
    const soon = await givenSoon(given, settledHere(ctx, run.runId));
    return soon ?? (await awaitLong(ctx, run, { given, caller }));
  } finally {
    forget();
  }
};

/** A call of a webhook. A call that waits is answered by the flow, every other with 202 as soon as its run is stored. */
export interface WebhookRequest {
  flowId: string;
  arriving: Arriving;
  waits: boolean;
}

/**
 * Starts a flow with a request, and answers it. Throws `flows.not_found`, `flows.not_published`, `flows.disabled`, `flows.no_webhook`,
 * `flows.unverified`, `flows.body_unreadable`, `flows.too_many_files`, `flows.file_too_large`, `flows.no_response` and `flows.run_failed`.
 */
export const answerWebhook = async (
  anonymous: Anonymous,
  { flowId, arriving, waits }: WebhookRequest,
  exchange: Http,
): Promise<AlreadyAnswered> => {
  const published = await findPublished(anonymous, flowId);
  const { ctx, versionId, settings, webhook = fail('flows.no_webhook') } = published;
  const read = await readOrNote({ ...published, webhook, arriving });
  if ('reply' in read) return sendResponse(exchange, ctx, read.reply);
  const run = await startFlowRun(ctx, {
    settings,
    input: {
      flowId,
      versionId,
      trigger: webhook.trigger.name,
      environment: 'PRODUCTION',
      depth: 0,
      ...read.input,
    },
    // An event that was received before is answered with the run that it started.
    key: read.message === undefined ? undefined : `webhook ${flowId} ${read.message}`,
    waits,
  });
  const { runId, stored } = run;
  const { requestId } = anonymous;
  if (!waits)
    return sendJson(exchange, 202, { success: true, responseCode: 202, responseData: { runId }, requestId });
  const outcome = await awaitResponse(ctx, run, exchange.signal);
  // Nothing that the run gave may leave before its start is committed.
  await stored;
  return 'response' in outcome
    ? sendFlowResponse(exchange, { ctx, flowId, runId }, outcome.response)
    : sendOutput(exchange, { ctx, flowId, runId }, outcome.output);
};
