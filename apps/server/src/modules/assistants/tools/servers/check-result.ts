import type { McpTool } from '@atelier/contracts/assistants/tools/mcp-shapes';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { FlowComputing } from '../../flows/index.ts';
import type { GivenResult } from './client/call-tool.ts';

/** Problems that the model is told at once. */
const mostProblems = 10;

const withoutStructure =
  '[The tool promises a result in a form that can be checked. It has no structured content. This is its text:]';

/**
 * Checks a result against the form that the tool promises. One that does not fit has failed, although the call was made; one that is text
 * alone is used, and says what is missing.
 */
export const checkResult = async (
  ctx: Ctx,
  { result, outputSchema }: { result: GivenResult; outputSchema: McpTool['outputSchema'] | undefined },
  signal: AbortSignal,
): Promise<GivenResult> => {
  if (!outputSchema || result.isFailed) return result;
  const value = result.structured;
  if (value === undefined) return { ...result, text: `${withoutStructure}\n${result.text ?? ''}` };
  const problems = await FlowComputing.checkFit(ctx, { schema: outputSchema, value }, signal);
  if (problems.length === 0) return result;
  const told = problems.slice(0, mostProblems).join(' ');
  const text = `The call was made, but its result does not have the form that the tool promises. ${told} Find out what happened before you make the call again.`;
  return { ...result, isFailed: true, text };
};
