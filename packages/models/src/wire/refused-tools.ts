import type { LanguageModelV4StreamPart } from '@ai-sdk/provider';
import type { ModelRequest, ModelTool } from '../chat-model.ts';
import { ModelError } from '../model-error.ts';
import { Warned, type Warnings } from './warned.ts';
import type { Upstream, Wire } from './wire.ts';

/** The most tools of one request that are left out, because each of them takes a call. */
const mostRefused = 8;

/** The places of a tool in the request, as OpenAI, Anthropic, Bedrock, Groq, Mistral and Gemini write them. */
const places = [
  /\btools[.[](\d{1,3})\b/,
  /"tools",\s*(\d{1,3})\b/,
  /\bfunction_?[dD]eclarations[.[](\d{1,3})\b/,
] as const;

const isAboutSchema = /schema|parameter|function|tool|declaration/i;

const isNamed = (message: string, { name }: ModelTool): boolean =>
  [`'${name}'`, `"${name}"`, `\`${name}\``, `“${name}”`].some((quoted) => message.includes(quoted)) ||
  // A name of one word might be any word of the sentence.
  (/[_-]|\d/.test(name) && message.split(/[^\w-]+/).includes(name));

/** Gemini counts the declarations inside of its one tool. */
const placeIn = (message: string): number | undefined => {
  const found = places.toReversed().map((place) => place.exec(message)?.[1]);
  const index = found.find((each) => each !== undefined);
  return index === undefined ? undefined : Number(index);
};

/** Finds the tool that a provider refuses; undefined when its message is about something else. */
export const findRefusedTool = (error: unknown, { tools = [] }: ModelRequest): ModelTool | undefined => {
  if (!(error instanceof ModelError) || error.code !== 'models.refused') return undefined;
  const message = error.providerMessage ?? '';
  if (!isAboutSchema.test(message)) return undefined;
  const [named, ...others] = tools.filter((tool) => isNamed(message, tool));
  if (named && others.length === 0) return named;
  const place = placeIn(message);
  return place === undefined ? undefined : tools[place];
};

/** Returns the request without a tool; undefined when the model must call just this one, or any. */
const without = (request: ModelRequest, { name }: ModelTool): ModelRequest | undefined => {
  const { tools = [], toolChoice, ...rest } = request;
  const left = tools.filter((tool) => tool.name !== name);
  if (toolChoice?.type === 'tool' && toolChoice.toolName === name) return undefined;
  if (left.length === 0) return toolChoice?.type === 'required' ? undefined : rest;
  return { ...rest, tools: left, ...(toolChoice && { toolChoice }) };
};

/** The word with which the warnings of `stream-start` name a tool that was left out. */
const toolFeature = 'tool ';

/** Returns the tools that were left out of a request, each with the provider's reason. */
export const leftOutTools = ({
  warnings,
}: Extract<LanguageModelV4StreamPart, { type: 'stream-start' }>): { name: string; reason: string }[] =>
  warnings.flatMap((warning) =>
    warning.type === 'unsupported' && warning.feature.startsWith(toolFeature)
      ? [{ name: warning.feature.slice(toolFeature.length), reason: warning.details ?? '' }]
      : [],
  );

/**
 * Sends a request again without the tool that the provider refuses by its name or its place, so that one odd tool costs no answer. The first
 * part of the stream names the tools that were left out, each with the provider's reason.
 */
export const withoutRefusedTools = (wire: Wire): Wire => ({
  async open(given, signal): Promise<Upstream> {
    let request = given;
    const warnings: Warnings = [];
    for (;;) {
      try {
        const upstream = await wire.open(request, signal);
        return warnings.length === 0 ? upstream : new Warned(upstream, warnings);
      } catch (error) {
        const tool = findRefusedTool(error, request);
        const next = tool && without(request, tool);
        if (!next || warnings.length >= mostRefused || !(error instanceof ModelError)) throw error;
        const details = error.providerMessage ?? '';
        warnings.push({ type: 'unsupported', feature: `${toolFeature}${tool.name}`, details });
        request = next;
      }
    }
  },
});
