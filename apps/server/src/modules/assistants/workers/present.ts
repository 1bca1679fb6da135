import type { UserWithAccess } from '@atelier/contracts/account/access';
import type { WorkerInput } from '@atelier/contracts/assistants/workers/worker-queue';
import type { OfflineReason, Worker, WorkerLine } from '@atelier/contracts/assistants/workers/worker-shapes';
import type { AnyCtx, TxCtx } from '../../../kernel/context/context.ts';
import { canOperateWorker, canRunWorker, canWriteWorker } from './policy.ts';
import type { WorkerTally } from './records/repository.ts';
import type { WorkerInputRow, WorkerRow } from './tables.ts';
import { offlineWords } from './targets.ts';

const computeAbilities = (ctx: AnyCtx) => ({
  canWrite: canWriteWorker(ctx),
  canRun: canRunWorker(ctx),
  canOperate: canOperateWorker(ctx),
});

interface State {
  targetName: string | undefined;
  inputs: readonly WorkerInputRow[];
  offline: OfflineReason | undefined;
  tally: WorkerTally;
}

export const presentLine = (
  ctx: AnyCtx,
  row: WorkerRow,
  { targetName, inputs, offline, tally }: State,
): WorkerLine => ({
  workerId: row.id,
  name: row.name,
  description: row.description,
  template: row.templateId,
  target: { kind: row.targetKind, id: row.targetId, name: targetName ?? null },
  status: row.status,
  access: row.access,
  offline: offline ? { reason: offline, message: offlineWords[offline] } : null,
  inputKinds: [...new Set(inputs.map(({ kind }) => kind))],
  records: tally.counts,
  lastRecordAt: tally.lastAt?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
  abilities: computeAbilities(ctx),
});

/** Returns the path at which a webhook takes calls. */
export const webhookPath = (inputId: string): string => `/api/worker/webhooks/${inputId}`;

const presentInput = (ctx: AnyCtx, row: WorkerInputRow): WorkerInput => ({
  inputId: row.id,
  kind: row.kind,
  settings: { ...row.settings, inputId: row.id },
  // Whoever knows the path may send something, so only those who may change the worker read it.
  path: row.kind === 'WEBHOOK' && canWriteWorker(ctx) ? webhookPath(row.id) : null,
  nextAt: row.nextAt?.toISOString() ?? null,
  lookedAt: row.lookedAt?.toISOString() ?? null,
  cause: row.cause && { code: row.cause.code, message: row.cause.message },
});

export const presentWorker = (
  tx: TxCtx,
  row: WorkerRow,
  { line, inputs, invited }: { line: WorkerLine; inputs: WorkerInputRow[]; invited: UserWithAccess[] },
): Worker => ({
  ...line,
  tenantId: tx.tenantId,
  instructions: row.instructions,
  queue: inputs.map((input) => presentInput(tx, input)),
  outputs: row.outputs,
  approval: row.approval,
  visitorLimits: row.visitorLimits,
  keepDays: row.keepDays,
  sampleData: row.sampleData,
  revision: row.revision,
  invitedUsers: invited.map(({ userId, name, email }) => ({ userId, name, email })),
});
