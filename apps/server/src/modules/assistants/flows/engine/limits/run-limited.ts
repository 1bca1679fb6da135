import type { JsonValue } from '@atelier/contracts/fields/field-values';
import { Limits } from '@atelier/contracts/kernel/limits';
import { defineRunType } from '../../../../../kernel/runs/index.ts';
import { findConnectionLimits, startingOf } from '../../../../content/connections/index.ts';
import type { CompiledPiece } from '../compile-flow.ts';
import type { Execution } from '../execution.ts';
import { flowBranchType } from '../flow-run-type.ts';
import { beginningOf } from '../journal-names.ts';
import type { StepInput } from '../step-input.ts';

/** A step whose input cannot be computed fails with the reason when it runs. */
const inputOf = (input: StepInput): Promise<JsonValue> => input.resolved().catch(() => ({}));

/**
 * Runs a step whose connection has limits as a run of its own, which waits for its turn. The limits are recorded, because they may change
 * meanwhile. Returns undefined where there are none.
 */
export const runLimited = async (
  execution: Execution,
  step: CompiledPiece,
  { path, input }: { path: string; input: StepInput },
): Promise<{ value: JsonValue } | undefined> => {
  const { run, place, rootRunId, scope } = execution;
  const { connectionId } = step;
  if (connectionId === undefined || execution.isAdmitted) return undefined;
  const name = `${path}${step.name}`;
  const recorded = await run.step(`@limits/${name}`, () => findConnectionLimits(run.ctx, connectionId));
  if (recorded === null) return undefined;
  await run.step(beginningOf(name), () => ({ kind: 'limit' }));
  const starting = startingOf(Limits.parse(recorded), { connectionId, input: await inputOf(input) });
  const read = [...scope].filter(([each]) => step.reads.has(each));
  const { results } = await run.child(
    `@limited/${name}`,
    defineRunType({ ...flowBranchType, starting }),
    { ...place, rootRunId, step: step.name, branch: null, path, scope: Object.fromEntries(read) },
    { subjectId: place.flowId, scopeId: place.flowId },
  );
  const value = results[step.name] ?? null;
  return { value };
};
