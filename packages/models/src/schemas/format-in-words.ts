import type { JsonSchema, ModelRequest } from '../chat-model.ts';

/** Longest schema that is written into a prompt, in characters. */
const longest = 50_000;

/** Says the form of an answer to a model whose provider does not take its schema. */
export const formatInWords = (schema: JsonSchema): string =>
  `Answer with JSON alone, without any other words, that fits this JSON Schema:\n${JSON.stringify(schema).slice(0, longest)}`;

/** Returns the request with the form of its answer in words, in the place of a schema. */
export const withFormatInWords = ({ responseFormat, ...request }: ModelRequest): ModelRequest =>
  responseFormat?.type === 'json' && responseFormat.schema
    ? {
        ...request,
        prompt: [
          ...request.prompt,
          { role: 'user', content: [{ type: 'text', text: formatInWords(responseFormat.schema) }] },
        ],
      }
    : { ...request, ...(responseFormat && { responseFormat }) };
