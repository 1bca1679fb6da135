import { isObject, type JsonValue } from '@atelier/contracts/fields/field-values';
import { z } from 'zod';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { runFlowForProgram } from '../../flows/index.ts';

export const FlowOutput = z.object({ output: z.unknown(), run_id: z.string() });

/** The most fields of an example that become arguments, and the characters of a value that describe one. */
const mostFields = 50;
const longestValue = 100;

const shapeOf = (value: unknown): z.ZodType => {
  if (typeof value === 'string') return z.string();
  if (typeof value === 'number') return z.number();
  if (typeof value === 'boolean') return z.boolean();
  if (Array.isArray(value)) return z.array(z.unknown());
  return isObject(value as JsonValue) ? z.looseObject({}) : z.unknown();
};

const argumentOf = (value: unknown): z.ZodType => {
  const text = JSON.stringify(value) ?? '';
  const shape = shapeOf(value).optional();
  return text.length > longestValue ? shape : shape.describe(`For example ${text}`);
};

const isNamed = (example: unknown): example is Record<string, JsonValue> =>
  isObject(example as JsonValue) && Object.keys(Object(example) as object).length <= mostFields;

/** Returns the arguments of a flow's tool: the fields of the example of its trigger, or one argument for an input of another kind. */
export const flowInput = (example: unknown): z.ZodObject<Record<string, z.ZodType>, z.core.$loose> =>
  isNamed(example) && Object.keys(example).length > 0
    ? z.looseObject(
        Object.fromEntries(Object.entries(example).map(([name, value]) => [name, argumentOf(value)])),
      )
    : z.looseObject({ input: z.unknown().optional().describe('The input of the flow, as text or JSON.') });

const givenOf = (example: unknown, input: Record<string, unknown>): JsonValue =>
  (isNamed(example) && Object.keys(example).length > 0 ? input : (input['input'] ?? null)) as JsonValue;

/** Runs a flow on behalf of a tool. Throws what `runFlowForProgram` throws. */
export const flowTool = async (
  ctx: Ctx,
  input: Record<string, unknown>,
  { flowId, example, signal }: { flowId: string; example: unknown; signal: AbortSignal },
) => {
  const { runId, output } = await runFlowForProgram(ctx, { flowId, input: givenOf(example, input) }, signal);
  return { output, run_id: runId };
};

/** Returns the output of a flow as text, for clients that read no structured content. */
export const outputText = ({ output }: { output: unknown }): string =>
  typeof output === 'string' ? output : (JSON.stringify(output) ?? '');
