import type {
  FlowLine,
  FlowRunStatus,
  FlowVersion,
  FlowVersionLine,
} from '@atelier/contracts/assistants/flows/flow-shapes';
import type { AnyCtx } from '../../../kernel/context/context.ts';
import type { RunStatus } from '../../../kernel/runs/index.ts';
import { presentVersion } from '../drafts/index.ts';
import { writeContent } from './content.ts';
import { canRunFlow, canWriteFlow } from './policy.ts';
import { type ListedFlow, type VersionLine } from './repository.ts';
import type { FlowRow, FlowVersionRow } from './tables.ts';

/** The state of a run in the words of flows. */
export const flowRunStatus = (status: RunStatus): FlowRunStatus =>
  status === 'COMPLETED' ? 'SUCCEEDED' : status;

export const presentLine = (
  ctx: AnyCtx,
  { row, version }: ListedFlow,
  lastRun: FlowLine['lastRun'],
): FlowLine => ({
  flowId: row.id,
  displayName: row.name,
  status: row.status,
  hasDraft: version.state === 'DRAFT',
  publishedVersionId: row.publishedVersionId,
  versionId: row.newestVersionId,
  valid: version.isValid,
  steps: version.steps,
  pieces: version.pieces,
  triggers: version.triggers,
  lastRun,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
  abilities: { canWrite: canWriteFlow(ctx), canRun: canRunFlow(ctx) && row.publishedVersionId !== null },
});

export const presentVersionLine = (
  flow: FlowRow,
  version: VersionLine & { authorName: string | null },
): FlowVersionLine => ({
  ...presentVersion(flow, version),
  displayName: version.name,
  valid: version.isValid,
  steps: version.steps,
});

export const presentFlowVersion = (
  flow: FlowRow,
  { row, authorName }: { row: FlowVersionRow; authorName: string | null },
): FlowVersion => {
  const { trigger, otherTriggers, notes } = writeContent(row.content, row.problems);
  const line = presentVersionLine(flow, { ...row, authorName, isValid: row.problems.length === 0 });
  return { ...line, trigger, otherTriggers, notes, problems: row.problems, revision: row.revision };
};
