import type { FlowApproval } from '@atelier/contracts/assistants/flows/flow-run-shapes';
import type { JsonValue } from '@atelier/contracts/fields/field-values';
import type { AnyCtx, Ctx, TxCtx } from '../../../../kernel/context/context.ts';
import type { EntityKind } from '../../../../kernel/entities/entity-kind.ts';
import { defineExtensionPoint } from '../../../../kernel/services/extension-points.ts';

/** A wait of a run: the run and the name of the signal that it waits for. */
export interface Wait {
  runId: string;
  name: string;
}

/** The decision of a person. */
export interface Verdict {
  approved: boolean;
  comment: string;
  /** Other arguments for the call of an agent. */
  input?: Record<string, JsonValue> | undefined;
  /** The name of the member who decides; null for visitors. */
  by: string | null;
}

/** Approvals that runs ask people for, and that the link of a mail leads to. */
export interface ApprovalKind {
  /** The names of their signals begin with this. */
  signal: string;
  askedBy: FlowApproval['askedBy'];
  /** The kinds of the runs that ask. */
  runKinds: readonly string[];
  /** The kinds of things that have these runs. Whoever sees the first kind sees the others by the same rule. */
  entities: readonly [EntityKind, ...EntityKind[]];
  mayDecide(ctx: AnyCtx): boolean;
  /** Reads what is asked; undefined when it is not recorded. */
  readQuestion(tx: TxCtx, wait: Wait): Promise<Pick<FlowApproval, 'title' | 'message' | 'call'> | undefined>;
  /** Reads what was decided; undefined while nothing is. */
  readDecision(
    tx: TxCtx,
    wait: Wait,
  ): Promise<Pick<FlowApproval, 'state' | 'decidedBy' | 'comment'> | undefined>;
  /** Decides; the first decision counts. Returns false when nothing waits any more. */
  decide(ctx: Ctx, wait: Wait, verdict: Verdict): Promise<boolean>;
}

export const approvalKinds = defineExtensionPoint<ApprovalKind>('runs.approval-kinds');
