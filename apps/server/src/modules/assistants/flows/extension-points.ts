import type { Caller } from '@atelier/contracts/assistants/flows/flow-shapes';
import type { JsonValue } from '@atelier/contracts/fields/field-values';
import type { FieldOption } from '@atelier/contracts/fields/fields';
import type { TaskPlan } from '@atelier/pieces';
import type { Ctx, TxCtx } from '../../../kernel/context/context.ts';
import type { RunContext } from '../../../kernel/runs/index.ts';
import { defineExtensionPoint } from '../../../kernel/services/extension-points.ts';

export interface TaskOrder extends TaskPlan {
  /** The number of apps, flows and agents that asked each other in a row, with this step. */
  depth: number;
  /** The app for which the flow answers a question. */
  appId: string | undefined;
  /** True when the answer of the flow is read with its sources. */
  cites?: boolean;
  /** The person who started the flow; null when nobody did, for example at a time. */
  userId: string | null;
}

/** Something that steps hand tasks to, and that works in runs of its own, such as agents. */
export interface TaskTaker {
  kind: TaskPlan['taker'];
  /** Lists those to which the actor may hand tasks. */
  list(ctx: Ctx): Promise<FieldOption[]>;
  /** Returns what the run begins with. The context is that of the owner of the flow. Throws PieceError when the task cannot be taken. */
  prepare(owner: Ctx, order: TaskOrder): Promise<JsonValue>;
  /** Starts the run below another one, and waits for the value of the step. Throws RunFailure. */
  hand(run: RunContext, name: string, prepared: JsonValue): Promise<JsonValue>;
  /** Tries a task without a flow, and waits for the value of the step. Throws PieceError. */
  try(ctx: Ctx, prepared: JsonValue, signal: AbortSignal): Promise<JsonValue>;
  /** Returns true when whoever takes the task would start the flow in turn. */
  leadsToFlow(tx: TxCtx, id: string, flowId: string): Promise<boolean>;
}

type FindCallers = (tx: TxCtx, id: string) => Promise<readonly Caller[]>;

/** Functions that find what uses an agent, a crew or a flow and that the actor may see, added by modules that depend on this one. */
export const callers = defineExtensionPoint<FindCallers>('flows.callers');

export const taskTakers = defineExtensionPoint<TaskTaker>('flows.task-takers');

export const taskHandlerFor = ({ services }: Pick<TxCtx, 'services'>, kind: TaskPlan['taker']): TaskTaker => {
  const found = services.extensions.of(taskTakers).find((each) => each.kind === kind);
  if (!found) throw new Error(`Nothing takes tasks as ${kind}.`);
  return found;
};
