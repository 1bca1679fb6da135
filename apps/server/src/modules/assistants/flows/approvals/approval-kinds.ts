import type { FlowApproval } from '@atelier/contracts/assistants/flows/flow-run-shapes';
import type { JsonValue } from '@atelier/contracts/fields/field-values';
import type { SQL } from 'drizzle-orm';
import type { AnyCtx, Ctx, TxCtx } from '../../../../kernel/context/context.ts';
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

/** Approvals that the link of a mail leads to. */
export interface ApprovalKind {
  /** The names of their signals begin with this. */
  signal: string;
  askedBy: 'FLOW' | 'AGENT';
  /** The kinds of the runs that ask. */
  runKinds: readonly string[];
  /** Selects the runs that the actor may see, and of those whose asker has this text in its name. */
  visible(tx: TxCtx, search: string | undefined): SQL | undefined;
  mayDecide(ctx: AnyCtx): boolean;
  /** Finds the names of those who ask, by their ids. */
  findNames(tx: TxCtx, ids: readonly string[]): Promise<Map<string, string>>;
  /** Returns the title of what is asked; undefined when it is not recorded. */
  findTitle(tx: TxCtx, wait: Wait): Promise<string | undefined>;
  /** Returns undefined when there is no such approval. */
  read(ctx: Ctx, wait: Wait): Promise<Omit<FlowApproval, 'companyName'> | undefined>;
  /** Decides; the first decision counts. Returns false when nothing waits any more. */
  decide(ctx: Ctx, wait: Wait, verdict: Verdict): Promise<boolean>;
}

/** The approvals of other modules. */
export const approvalKinds = defineExtensionPoint<ApprovalKind>('flows.approval-kinds');
