import { randomUUID } from 'node:crypto';
import type { ToolSettings, ToolTrial } from '@atelier/contracts/assistants/tools/tool-shapes';
import type { JsonValue } from '@atelier/contracts/fields/field-values';
import { fail } from '../../../../kernel/base/errors.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { checkFit } from '../../flows/index.ts';
import { makeCall } from '../calls/make-call.ts';
import { offerOwn } from '../calls/offer-tools.ts';
import { captureOutcome } from '../calls/tool-outcome.ts';
import { checkSettings } from './save-tool.ts';

/** The longest time of a trial in milliseconds. */
const patienceMs = 45_000;

/**
 * Makes one call as an agent would make it. It is in the audit, because it may have an effect outside. Throws `tools.invalid`,
 * `tools.connection_not_fitting` and `tools.arguments_not_fitting`.
 */
export const tryTool = async (
  ctx: Ctx,
  { settings, input }: { settings: ToolSettings; input: Record<string, JsonValue> },
): Promise<ToolTrial> => {
  await ctx.tx((tx) => checkSettings(tx, settings));
  const tool = offerOwn(settings) ?? fail('tools.invalid');
  const signal = AbortSignal.timeout(patienceMs);
  const problems = await checkFit(ctx, { schema: tool.inputSchema, value: input }, signal);
  if (problems.length > 0) fail('tools.arguments_not_fitting', { problems });
  await ctx.tx((tx) => tx.audit('tools.tried', settings.name));
  const use = { ctx, input, key: randomUUID(), signal };
  const { text, output, isFailed, durationMs } = await captureOutcome(use, () => makeCall(tool.binding, use));
  return { text, output, isFailed, durationMs };
};
