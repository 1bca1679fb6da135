import type {
  Cell,
  InformationSchema,
  SchemaRow,
  SchemaStatus,
} from '@atelier/contracts/content/schemas/schema-shapes';
import { toCredits } from '../../../kernel/base/credits.ts';
import type { AnyCtx } from '../../../kernel/context/context.ts';
import type { RunStatus } from '../../../kernel/runs/index.ts';
import type { SchemaDocument } from './repository/cells.ts';
import type { SchemaWithRun } from './repository/schemas.ts';
import type { CellRow } from './tables.ts';

/** Returns whether a run is queued or running. */
export const isActive = (status: RunStatus | undefined): boolean =>
  status === 'QUEUED' || status === 'RUNNING' || status === 'WAITING';

interface Counts {
  total: number;
  pending: number;
  failed: number;
}

const stoppedBy = ({ schema, run }: SchemaWithRun): InformationSchema['stopped'] => {
  if (run?.status === 'CANCELLED') return 'CANCELLED';
  return run?.status === 'COMPLETED' && schema.stoppedByBudget ? 'BUDGET' : null;
};

/** Returns the status of a schema, which is derived from its latest run (SCHEMA-02). */
const toSchemaStatus = (found: SchemaWithRun, { failed, pending }: Counts): SchemaStatus => {
  const status = found.run?.status;
  if (status === 'RUNNING') return 'RUNNING';
  if (status === 'FAILED') return 'FAILED';
  if (status !== 'COMPLETED' || pending > 0) return 'PENDING';
  return failed > 0 ? 'ERRORED' : 'COMPLETED';
};

export const presentSchema = (ctx: AnyCtx, found: SchemaWithRun, counts: Counts): InformationSchema => {
  const { schema, run } = found;
  const active = isActive(run?.status);
  const may = ctx.may('knowledge:write');
  return {
    schemaId: schema.id,
    knowledgeBaseId: schema.knowledgeBaseId,
    name: schema.name,
    columns: schema.columns,
    status: toSchemaStatus(found, counts),
    stopped: stoppedBy(found),
    isActive: active,
    modelId: schema.modelId,
    stage: active ? (run?.stage ?? null) : null,
    progress: run?.progress ?? 0,
    cause: run?.status === 'FAILED' ? run.cause : null,
    documents: counts,
    spentCredits: toCredits(schema.spent),
    runCredits: toCredits(schema.runSpent),
    budgetCredits: schema.budget === null ? null : toCredits(schema.budget),
    createdAt: schema.createdAt.toISOString(),
    updatedAt: schema.updatedAt.toISOString(),
    abilities: { canChange: may, canRun: may && !active, canStop: may && active },
  };
};

const presentSource = ({ chunkId, quote, start, end, page, second }: CellRow): Cell['source'] =>
  chunkId !== null && quote !== null && start !== null && end !== null
    ? { chunkId, quote, start, end, page, second }
    : null;

const presentCell = (row: CellRow): Cell => ({
  columnId: row.columnId,
  value: row.value ?? null,
  state: row.state,
  reader: row.reader,
  source: presentSource(row),
  cause: row.cause,
});

export const presentRow = (
  document: SchemaDocument,
  cells: readonly CellRow[],
  columnIds: ReadonlySet<string>,
): SchemaRow => ({
  knowledgeBaseImportId: document.id,
  documentName: document.name,
  cells: cells
    .filter(({ importId, columnId }) => importId === document.id && columnIds.has(columnId))
    .map(presentCell),
});
