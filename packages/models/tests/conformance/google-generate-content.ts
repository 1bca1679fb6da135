import { parseJson } from '@atelier/contracts/kernel/parse-json';
import { asArray, asRecord, asString, type JsonRecord } from '../../src/read-json.ts';
import { textOf } from '../fake-openai-chat.ts';
import { type Block, type Dialect, namesIn, recordsOf, type Script, usualUsage } from './script.ts';

const event = (body: JsonRecord): string => `data: ${JSON.stringify(body)}\r\n\r\n`;

const said = (part: JsonRecord): string =>
  event({ candidates: [{ index: 0, content: { role: 'model', parts: [part] } }] });

/** Gemini sends the arguments of a call whole, as an object. */
const piecesOf = (block: Block): string[] => {
  if (block.type === 'text') return block.deltas.map((text) => said({ text }));
  if (block.type === 'tool') {
    const { id, name, deltas } = block;
    return [said({ functionCall: { id, name, args: parseJson(deltas.join('')) } })];
  }
  return block.deltas.map((text, at) =>
    said({
      text,
      thought: true,
      ...(at === block.deltas.length - 1 ? { thoughtSignature: block.signature } : {}),
    }),
  );
};

const reasons: Record<string, string> = {
  stop: 'STOP',
  length: 'MAX_TOKENS',
  'tool-calls': 'STOP',
  'content-filter': 'SAFETY',
};

const usageOf = ({ usage = usualUsage }: Script): JsonRecord =>
  usage
    ? {
        usageMetadata: {
          promptTokenCount: usage.input,
          cachedContentTokenCount: usage.cached,
          candidatesTokenCount: usage.output - usage.reasoning,
          thoughtsTokenCount: usage.reasoning,
          totalTokenCount: usage.input + usage.output,
        },
      }
    : {};

/** Gemini's streamGenerateContent. Source: ai.google.dev/api/generate-content. */
export const googleGenerateContent: Dialect = {
  contentType: 'text/event-stream',
  write: (script) => ({
    pieces: (script.blocks ?? []).flatMap(piecesOf),
    ending: [
      event({
        candidates: [{ index: 0, finishReason: reasons[script.end ?? 'stop'] }],
        ...usageOf(script),
      }),
    ],
  }),
  refuse: (status, message) => ({ error: { code: status, message, status: 'UNAVAILABLE' } }),
  hear: (body) => {
    const parts = recordsOf(body.contents).flatMap((content) => recordsOf(content.parts));
    const declared = recordsOf(body.tools).flatMap((tool) => recordsOf(tool.functionDeclarations));
    const config = asRecord(asRecord(body.toolConfig)?.functionCallingConfig);
    const generation = asRecord(body.generationConfig);
    return {
      system: textOf(asRecord(body.systemInstruction)?.parts),
      tools: Object.fromEntries(
        declared.map((tool) => [String(tool.name), namesIn(tool.parameters ?? tool.parametersJsonSchema)]),
      ),
      choice: asString(asArray(config?.allowedFunctionNames)[0]) ?? asString(config?.mode),
      calls: recordsOf(parts.map(({ functionCall }) => functionCall)).map(({ id, name, args }) => ({
        id: String(id),
        name: String(name),
        input: args,
      })),
      results: recordsOf(parts.map(({ functionResponse }) => functionResponse)).map((result) => {
        const content = asRecord(result.response)?.content;
        return { id: String(result.id), text: asString(content) ?? JSON.stringify(result.response) };
      }),
      reasoning: parts
        .filter(({ thought }) => thought === true)
        .map((part) => ({ text: String(part.text), signature: asString(part.thoughtSignature) })),
      schema: generation?.responseSchema ?? generation?.responseJsonSchema,
    };
  },
};
