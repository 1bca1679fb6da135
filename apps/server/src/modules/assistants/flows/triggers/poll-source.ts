import type { FlowTrigger } from '@atelier/contracts/assistants/flows/flow-model';
import type { JsonValue } from '@atelier/contracts/fields/field-values';
import { PieceError, type PieceTrigger } from '@atelier/pieces';
import { AppError } from '../../../../kernel/base/errors.ts';
import type { Ctx, TxCtx } from '../../../../kernel/context/context.ts';
import type { InputOf } from '../../../../kernel/context/define-job.ts';
import type { RunCause } from '../../../../kernel/runs/index.ts';
import {
  hideSecrets,
  inTurn,
  type OpenedConnection,
  openConnection,
  outboundIo,
} from '../../../content/connections/index.ts';
import { explainStep } from '../engine/failures.ts';
import { filesOfPayload } from '../engine/files/receive-files.ts';
import { orderFlowRuns } from '../engine/flow-rules.ts';
import { createPlatform } from '../engine/platform.ts';
import { orderPoll, type pollJob } from './arm-triggers.ts';
import {
  computePause,
  fingerprintTrigger,
  largestState,
  mostEvents,
  newEvents,
  type PollState,
  readPollState,
} from './poll-state.ts';
import { triggerCode, triggerInput } from './schedule.ts';
import { triggerRepository } from './trigger-repository.ts';

type PollingTrigger = Extract<PieceTrigger, { kind: 'polling' }>;

/** A look at a source that this process makes. */
interface Claim {
  flowId: string;
  trigger: FlowTrigger;
  code: PollingTrigger;
  versionId: string;
  /** The stored rules by which the flow starts runs. */
  settings: unknown;
  input: ReturnType<typeof triggerInput>;
  known: PollState;
  /** The time at which another process would take over. Whoever finds another time in the row has lost the look. */
  until: Date;
}

interface Found {
  events: { id: string; value: JsonValue }[];
  state: JsonValue;
  hasMore: boolean;
}

type Outcome = { found: Found } | { cause: RunCause };

/** The time for the turn of the connection, the one that a source has to answer, and the one after which a look counts as lost. */
const turnPatienceMs = 60_000;
const patienceMs = 90_000;
const leaseMs = 3 * 60_000;

/** Finds the work of a poll in the flow; undefined when it polls no more. */
const findWork = async (tx: TxCtx, flowId: string, name: string) => {
  const start = await triggerRepository.findStart(tx.db, flowId);
  if (start?.status !== 'ENABLED' || start.versionId === null) return undefined;
  const trigger = start.content?.triggers.find((one) => one.name === name);
  const code = trigger && triggerCode(trigger);
  return trigger && code?.kind === 'polling'
    ? { trigger, code, versionId: start.versionId, settings: start.settings }
    : undefined;
};

/** Takes the look that is due, unless somebody else has it. */
const claim = async (
  tx: TxCtx,
  { flowId, trigger: name, at }: InputOf<typeof pollJob>,
): Promise<Claim | undefined> => {
  const row = await triggerRepository.lock(tx.db, flowId, name);
  if (row?.nextAt?.toISOString() !== at) return undefined;
  const work = await findWork(tx, flowId, name);
  if (!work) {
    await triggerRepository.setNext(tx.db, flowId, name, null);
    return undefined;
  }
  const until = new Date(tx.now().getTime() + leaseMs);
  await triggerRepository.setNext(tx.db, flowId, name, until);
  await orderPoll(tx, flowId, name, until);
  const input = triggerInput(work.trigger, work.code);
  const known = readPollState(row.state, fingerprintTrigger(work.trigger, input));
  return { ...work, flowId, input, known, until };
};

const checked = (found: Awaited<ReturnType<PollingTrigger['poll']>>): Found => {
  const isLarge = found.events.length > mostEvents || JSON.stringify(found.state).length > largestState;
  if (isLarge)
    throw new PieceError(
      'pieces.too_large',
      'The source names more than 1,000 entries at once. Please let the trigger ask for fewer.',
    );
  return { events: found.events, state: found.state, hasMore: found.hasMore === true };
};

const whyFailed = (error: unknown, opened: OpenedConnection | undefined): RunCause => {
  const isTimeout = error instanceof DOMException && error.name === 'TimeoutError';
  if (isTimeout)
    return { code: 'pieces.timeout', message: 'The source did not answer in time. It is asked again later.' };
  const explained =
    error instanceof AppError ? { code: error.code, message: error.message } : explainStep(error);
  if (!explained) throw error;
  const { code, message } = explained;
  return { code, message: opened ? hideSecrets(opened, message) : message };
};

/** Asks the source. What it answers is stored by nobody yet. */
const ask = async (ctx: Ctx, { flowId, trigger, code, input, known }: Claim): Promise<Outcome> => {
  let opened: OpenedConnection | undefined;
  try {
    const connectionId = trigger.settings?.connectionId;
    opened = connectionId === undefined ? undefined : await openConnection(ctx, connectionId);
    const call = {
      input,
      ...(opened && { connection: opened.values }),
      io: outboundIo(ctx.services.outbound),
      platform: createPlatform(ctx, { flowId, spend: () => undefined }),
    };
    const look = () => code.poll({ ...call, signal: AbortSignal.timeout(patienceMs) }, known.state);
    const signal = AbortSignal.timeout(turnPatienceMs);
    const turn = { connectionId, input, signal, patienceMs: turnPatienceMs };
    return { found: checked(await inTurn(ctx, turn, look)) };
  } catch (error) {
    return { cause: whyFailed(error, opened) };
  }
};

/** Starts the runs of new events, and remembers the events with them. */
const finish = async (tx: TxCtx, claimed: Claim, outcome: Outcome): Promise<void> => {
  const { flowId, trigger, code, versionId, settings, input, known, until } = claimed;
  const row = await triggerRepository.lock(tx.db, flowId, trigger.name);
  if (row?.nextAt?.getTime() !== until.getTime()) return;
  const now = tx.now();
  const failures = 'cause' in outcome ? known.failures + 1 : 0;
  const every = typeof input['everyMinutes'] === 'number' ? input['everyMinutes'] : code.everyMinutes;
  let pause = computePause(every, failures);
  let next: PollState = { ...known, failures };
  if ('found' in outcome) {
    const { events, seen } = newEvents(known.seen, outcome.found.events);
    // The first look only remembers what is there, unless the trigger is set to begin with it.
    const isQuiet = known.lookedAt === null && input['includeExisting'] !== true;
    const place = { flowId, versionId, environment: 'PRODUCTION', depth: 0, trigger: trigger.name } as const;
    const inputs = isQuiet
      ? []
      : events.map(({ value }) => ({ ...place, payload: value, ...filesOfPayload(value, null) }));
    await orderFlowRuns(tx, settings, inputs);
    if (outcome.found.hasMore) pause = 1000;
    next = { ...next, state: outcome.found.state, seen, lookedAt: now.toISOString() };
  }
  const nextAt = new Date(now.getTime() + pause);
  const cause = 'cause' in outcome ? outcome.cause : null;
  await triggerRepository.remember(tx.db, { flowId, name: trigger.name, nextAt, state: next, cause });
  await orderPoll(tx, flowId, trigger.name, nextAt);
};

/**
 * Looks at the source of a polling trigger, and starts a run for each event that is new. Of several processes with the same job one
 * looks; what it found is remembered in the transaction that starts the runs, so that a crash neither loses nor repeats an event.
 */
export const pollSource = async (ctx: Ctx, job: InputOf<typeof pollJob>): Promise<void> => {
  const claimed = await ctx.tx((tx) => claim(tx, job));
  if (!claimed) return;
  const outcome = await ask(ctx, claimed);
  await ctx.tx((tx) => finish(tx, claimed, outcome));
};
