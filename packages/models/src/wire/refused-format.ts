import type { LanguageModelV4StreamPart } from '@ai-sdk/provider';
import type { ModelRequest } from '../chat-model.ts';
import { ModelError } from '../model-error.ts';
import { withFormatInWords } from '../schemas/format-in-words.ts';
import { Warned } from './warned.ts';
import type { Upstream, Wire } from './wire.ts';

/** The names of the form of an answer in refusals of OpenAI, Azure, Mistral, Groq, Anthropic, Bedrock and Gemini. */
const words =
  /response_?format|text\.format|(?<!parameters_?)json_?schema|response_?(json_?)?schema|output_(config|format)|structured output/i;

/** The word with which the warnings of `stream-start` say that the form of the answer was refused. */
const formatFeature = 'schema of the answer';

const isRefused = (error: unknown, { responseFormat }: ModelRequest): error is ModelError =>
  error instanceof ModelError &&
  error.code === 'models.refused' &&
  responseFormat?.type === 'json' &&
  responseFormat.schema !== undefined &&
  words.test(error.providerMessage ?? '');

/** Returns why the provider refused the schema of the answer; undefined when it did not. */
export const refusedFormat = ({
  warnings,
}: Extract<LanguageModelV4StreamPart, { type: 'stream-start' }>): string | undefined => {
  const found = warnings.find(
    (warning) => warning.type === 'unsupported' && warning.feature === formatFeature,
  );
  return found && 'details' in found ? (found.details ?? '') : undefined;
};

/**
 * Sends a request again with the form of its answer in words, when the provider refuses the schema. The first part of the stream gives the
 * provider's reason, which names the keyword.
 */
export const withoutRefusedFormat = (wire: Wire): Wire => ({
  async open(request, signal): Promise<Upstream> {
    try {
      return await wire.open(request, signal);
    } catch (error) {
      if (!isRefused(error, request)) throw error;
      const upstream = await wire.open(withFormatInWords(request), signal);
      const details = error.providerMessage ?? '';
      return new Warned(upstream, [{ type: 'unsupported', feature: formatFeature, details }]);
    }
  },
});
