import type { McpTool } from '@atelier/contracts/build/tools/mcp-shapes';
import { AppError } from '../../../../kernel/base/errors.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { schemaCheck } from '../computations.ts';
import type { GivenResult } from './client/call-tool.ts';

/** Problems that the model is told at once. */
const mostProblems = 10;

const findProblems = async (
  ctx: Ctx,
  { schema, value }: { schema: NonNullable<McpTool['outputSchema']>; value: GivenResult['structured'] },
  signal: AbortSignal,
): Promise<string[]> => {
  if (value === undefined) return ['It has no structured content.'];
  try {
    return await ctx.services.compute.run(schemaCheck, { schema, value }, { tenantId: ctx.tenantId, signal });
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof AppError) return [`It could not be checked: ${error.message}`];
    throw error;
  }
};

/** Checks a result against the form that the tool promises. One that does not fit has failed, although the call was made. */
export const checkResult = async (
  ctx: Ctx,
  { result, outputSchema }: { result: GivenResult; outputSchema: McpTool['outputSchema'] | undefined },
  signal: AbortSignal,
): Promise<GivenResult> => {
  if (!outputSchema || result.isFailed) return result;
  const problems = await findProblems(ctx, { schema: outputSchema, value: result.structured }, signal);
  if (problems.length === 0) return result;
  const told = problems.slice(0, mostProblems).join(' ');
  const text = `The call was made, but its result does not have the form that the tool promises. ${told} Find out what happened before you make the call again.`;
  return { ...result, isFailed: true, text };
};
