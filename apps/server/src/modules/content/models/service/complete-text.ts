import {
  estimateRequestTokens,
  type ModelPart,
  type ModelReply,
  type ModelRequest,
  ReplyBuilder,
} from '@atelier/models';
import type { Ctx, TxCtx } from '../../../../kernel/context/context.ts';
import { isGivenUp, type RunContext } from '../../../../kernel/runs/index.ts';
import { computeCost } from '../price.ts';
import { askModel } from './ask-model.ts';
import { readOfferedModels } from './load-catalogue.ts';
import { toTokens } from './observing/observed-call.ts';
import { type Bill, type Paid, paidCall, type SpentOn, settleBill } from './paid-call.ts';
import { findChatModel, type ResolvedChatModel } from './resolve-chat-model.ts';

interface CompletionOrder extends SpentOn {
  request: ModelRequest;
  signal: AbortSignal;
  /** Called with the cost of the call, in micro-credits, in the transaction that charges it. */
  onCost?: ((tx: TxCtx, cost: number) => Promise<void>) | undefined;
  /** Attempts of the call itself after the first one. */
  retries?: number | undefined;
  /** Called with each part of the reply as it arrives. */
  onPart?: ((part: ModelPart) => void) | undefined;
}

/** The tokens assumed for a reply when the request sets no limit. */
const usualReply = 1000;

/** Returns the most that a call can cost, in micro-credits. */
export const computeMaxCost = ({ price }: Pick<ResolvedChatModel, 'price'>, request: ModelRequest): number =>
  computeCost(price, {
    inputTokens: estimateRequestTokens(request),
    outputTokens: request.maxOutputTokens ?? usualReply,
  });

/**
 * Asks a model, which is found in the transaction that holds the credits, for one complete reply. The caller charges it in the transaction
 * that stores the result. Throws `billing.credits_too_low`, the upstream failures and what `find` throws.
 */
const askForText = (
  ctx: Ctx,
  find: (tx: TxCtx) => Promise<ResolvedChatModel>,
  { request, signal, retries, onPart, ...payment }: CompletionOrder,
): Promise<Paid<ModelReply>> => {
  const price = async (tx: TxCtx) => {
    const resolved = await find(tx);
    return { resolved, modelId: resolved.modelId, most: computeMaxCost(resolved, request) };
  };
  return paidCall(ctx, { ...payment, kind: 'OTHER', price, signal }, async ({ resolved }, use) => {
    const builder = new ReplyBuilder();
    for await (const part of askModel(ctx, resolved, request, { signal, retries })) {
      builder.take(part);
      onPart?.(part);
      if (part.type !== 'finish') continue;
      const tokens = toTokens(part.usage);
      use({ ...tokens, cost: computeCost(resolved.price, tokens) });
    }
    return builder.reply();
  });
};

/** Like `askForText`, but charges the call at once. */
export const completeText = async (
  ctx: Ctx,
  resolved: ResolvedChatModel,
  order: CompletionOrder,
): Promise<string> => {
  const { text, charge } = await askForText(ctx, () => Promise.resolve(resolved), order);
  await charge(ctx);
  return text;
};

/** A call of a model whose reply is an entry of a run's journal. */
interface RecordedCall<T> extends Omit<CompletionOrder, 'signal' | 'onCost' | 'retries'> {
  /** The names of two entries: the reply with what it costs, and its payment. */
  names: { reply: string; payment: string };
  /** The model, or the default of the company. */
  modelId: string | null;
  /** Called before each attempt. */
  onBegin?: () => void;
  /** Throws when the model cannot do it. */
  check?: (resolved: ResolvedChatModel) => void;
  /** Returns what is recorded of the reply, as JSON. `cost` is in micro-credits; `providerName` is that of the provider of the model. */
  record: (reply: ModelReply, cost: number, providerName: string) => T | Promise<T>;
}

/**
 * Asks a model in a run. The run itself asks again after a failure, so that every try is recorded, and no connection is held meanwhile. A reply that is recorded is paid exactly once, and never asked for again, however often the run begins anew. Throws
 * what `check` and the model throw.
 */
export const askRecorded = async <T>(
  run: RunContext,
  { names, modelId, onBegin, check, record, ...order }: RecordedCall<T>,
): Promise<T> => {
  const asked = await run.outward(
    names.reply,
    { repeat: 'with-key', retry: { attempts: 5, pauseMs: 250 } },
    async ({ signal }) => {
      onBegin?.();
      const offered = await readOfferedModels(run.ctx);
      let providerName = '';
      const find = async (tx: TxCtx) => {
        const resolved = await findChatModel(tx, offered, modelId);
        ({ providerName } = resolved);
        check?.(resolved);
        return resolved;
      };
      const { bill, ...reply } = await askForText(run.ctx, find, { ...order, signal, retries: 0 });
      return { reply: await record(reply, bill.used.cost, providerName), bill };
    },
  );
  const { reply, bill } = asked as unknown as { reply: T; bill: Bill };
  await run.writeOnce(names.payment, (tx) => settleBill(tx, bill));
  return reply;
};

/** A run with the model that it asks, and the purpose of its calls. */
export interface AskingRun extends Pick<CompletionOrder, 'reference' | 'knowledgeBaseId' | 'onCost'> {
  run: RunContext;
  resolved: ResolvedChatModel;
}

/** Like `askForText`, for a run: cancelling the run ends the call. */
const askInRun = (
  { run, resolved, reference, knowledgeBaseId, onCost }: AskingRun,
  request: ModelRequest,
): Promise<Paid<ModelReply>> =>
  askForText(run.ctx, () => Promise.resolve(resolved), {
    ...{ request, reference, knowledgeBaseId, onCost },
    signal: run.signal,
  });

/** The questions of a run whose replies are charged together, in the transaction that stores what becomes of them. */
export class AskedTogether {
  readonly #asking: AskingRun;
  readonly #paid: Paid<ModelReply>[] = [];

  constructor(asking: AskingRun) {
    this.#asking = asking;
  }

  async ask(request: ModelRequest): Promise<ModelReply> {
    const paid = await askInRun(this.#asking, request);
    this.#paid.push(paid);
    return paid;
  }

  /** Charges the replies. To be called in the transaction that stores the outcome. */
  readonly settle = async (tx: TxCtx): Promise<void> => {
    for (const paid of this.#paid) await paid.settle(tx);
  };

  /** Charges the replies where nothing will be stored, unless the process that continues the run asks again. */
  async giveUp(): Promise<void> {
    const { run } = this.#asking;
    if (this.#paid.length > 0 && !isGivenUp(run.signal)) await run.ctx.tx(this.settle);
  }
}
