import type { ToolOutcome } from '@atelier/agents';
import { isObject, type JsonValue } from '@atelier/contracts/fields/field-values';
import { replaceText } from '@atelier/contracts/fields/find-text';
import { PieceError } from '@atelier/pieces';
import { AppError } from '../../../../kernel/base/errors.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';

export interface ToolResult {
  output: JsonValue;
  /** The text for the model; without it, the output as JSON. */
  text?: string;
  /** True when the tool itself says that it failed. */
  isFailed?: boolean;
}

/** The most characters of a result that the model reads. People see the whole of it. */
const mostText = 100_000;

/** Returns the text of a result as the model reads it. */
export const textOfOutput = (output: JsonValue): string =>
  typeof output === 'string' ? output : JSON.stringify(output, null, isObject(output) ? 1 : 0);

const cut = (text: string): string =>
  text.length <= mostText
    ? text
    : `${text.slice(0, mostText)}\n[${text.length - mostText} more characters were left out.]`;

const bounded = ({ output, text = textOfOutput(output), isFailed = false }: ToolResult) => ({
  text: cut(text),
  output,
  isFailed,
});

/** Messages of known failures are for people, and so for the model; of others it learns nothing. */
const toErrorMessage = (error: unknown): string | undefined =>
  error instanceof PieceError || error instanceof AppError ? error.message : undefined;

/** Makes an outcome of a call. A failure is an outcome, which the model reads; only the end of the run is thrown. */
export const captureOutcome = async (
  { ctx, signal }: { ctx: Ctx; signal: AbortSignal },
  work: () => Promise<ToolResult>,
): Promise<ToolOutcome> => {
  const since = performance.now();
  const durationMs = () => Math.round(performance.now() - since);
  try {
    return { ...bounded(await work()), durationMs: durationMs() };
  } catch (error) {
    signal.throwIfAborted();
    const message = toErrorMessage(error);
    if (message === undefined) ctx.log.error({ err: error }, 'a tool failed');
    const text = message ?? 'The tool failed for a reason that is not known. It was written to the log.';
    return { text, output: text, isFailed: true, durationMs: durationMs() };
  }
};

const hideIn = (secrets: readonly string[], text: string): string =>
  secrets.reduce((hidden, secret) => replaceText(hidden, secret, '•••'), text);

const hideInValue = (secrets: readonly string[], value: JsonValue): JsonValue => {
  if (typeof value === 'string') return hideIn(secrets, value);
  if (Array.isArray(value)) return value.map((each) => hideInValue(secrets, each));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [hideIn(secrets, key), hideInValue(secrets, each)]),
  );
};

/** Takes secrets out of a result and of the message of a failure: a service may repeat what it was sent. */
export const hideInResult = async (
  given: readonly string[],
  work: () => Promise<ToolResult>,
): Promise<ToolResult> => {
  const secrets = given.filter((secret) => secret.length >= 3);
  try {
    const result = await work();
    if (secrets.length === 0) return result;
    const text = result.text === undefined ? {} : { text: hideIn(secrets, result.text) };
    return { ...result, ...text, output: hideInValue(secrets, result.output) };
  } catch (error) {
    if (!(error instanceof PieceError) || secrets.length === 0) throw error;
    throw new PieceError(error.code, hideIn(secrets, error.message), { retryable: error.retryable });
  }
};
