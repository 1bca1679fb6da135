import type { ModelReply, ModelRequest } from '@atelier/models';
import type { TxCtx } from '../../../../kernel/context/context.ts';
import { isGivenUp, type RunContext } from '../../../../kernel/runs/index.ts';
import { askForText, type CompletionOrder } from './complete-text.ts';
import type { Paid } from './paid-call.ts';
import type { ResolvedChatModel } from './resolve-chat-model.ts';

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
