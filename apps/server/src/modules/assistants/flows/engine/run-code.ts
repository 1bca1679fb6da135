import type { JsonValue } from '@atelier/contracts/fields/field-values';
import { largesIn } from '@atelier/contracts/fields/large-value';
import { readJson } from '@atelier/contracts/kernel/parse-json';
import type { CodeOutcome } from '@atelier/flows/sandbox';
import { AppError } from '../../../../kernel/base/errors.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { codeRun } from '../computations.ts';
import type { CompiledStep } from './compile-flow.ts';
import { computeValue } from './computing/compute-value.ts';
import { buildStepOptions, type Execution, fileOwner, forComputing, showWaiting } from './execution.ts';
import { StepFailure } from './failures.ts';
import type { FileOwner } from './files/file-owner.ts';
import { filesOfLarge } from './files/file-owner.ts';

export type CompiledCode = Extract<CompiledStep, { type: 'CODE' }>;

/** The outcomes of code whose thread had to be ended. */
const endings = new Map<string, CodeOutcome>([
  [
    'compute.too_long',
    { failure: 'TOO_LONG', message: 'The code took too long, and was stopped.', logs: [] },
  ],
  [
    'compute.out_of_memory',
    {
      failure: 'OUT_OF_MEMORY',
      message: 'The code needs more memory than a code step may have.',
      logs: [],
    },
  ],
]);

/** Runs code in a thread. A failure of the code is an outcome. Throws what `Compute.run` throws when the server could not run it. */
export const computeCode = async (
  ctx: Ctx,
  { code, input, owner }: { code: string; input: JsonValue; owner?: FileOwner },
  signal: AbortSignal,
  onWaits?: (waits: boolean) => void,
): Promise<CodeOutcome> => {
  const { services, tenantId } = ctx;
  const files = owner ? await filesOfLarge(ctx, owner, largesIn(input)) : {};
  const order = { code, input: JSON.stringify(input), files };
  try {
    const outcome = await services.compute.run(codeRun, order, {
      tenantId,
      signal,
      ...(onWaits && { onWaits }),
    });
    if (outcome.failure !== undefined) return outcome;
    return { logs: outcome.logs, output: readJson(outcome.output) as JsonValue };
  } catch (error) {
    const outcome = error instanceof AppError ? endings.get(error.code) : undefined;
    if (!outcome) throw error;
    return outcome;
  }
};

/** The cause of a step whose code failed. */
export const codeFailed = 'flows.code_failed';

/** Says why code failed, and in which line where that is known. */
export const whyCodeFailed = ({ message, line }: Extract<CodeOutcome, { message: string }>): string =>
  line === undefined ? message : `${message} (line ${line})`;

const mostLogs = 20;

/** Runs the code of a step. What it wrote to the console is shown with a failure only; a test of the step shows it always. */
export const runCode = (execution: Execution, step: CompiledCode, path: string): Promise<JsonValue> => {
  const { run } = execution;
  const owner = fileOwner(execution);
  let input: JsonValue | undefined;
  const prepared = async (): Promise<JsonValue> => {
    input ??= await computeValue(run.ctx, step.input, forComputing(execution));
    return input;
  };
  const shown = (): Promise<JsonValue> => prepared().catch(() => null);
  const compute = async (): Promise<JsonValue> => {
    const outcome = await computeCode(
      run.ctx,
      { code: step.code, input: await prepared(), owner },
      run.signal,
      (waits) => showWaiting(run, waits),
    );
    if (outcome.failure === undefined) return outcome.output;
    const logs = outcome.logs.slice(-mostLogs);
    const heading = logs.length > 0 ? ['', 'Console:'] : [];
    throw new StepFailure(codeFailed, [whyCodeFailed(outcome), ...heading, ...logs].join('\n'));
  };
  return run.step(`${path}${step.name}`, compute, buildStepOptions(step, shown)) as Promise<JsonValue>;
};
