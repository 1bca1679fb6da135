import { asRecord, asString, type JsonRecord } from '../../src/read-json.ts';
import { frame } from '../fake-bedrock.ts';
import { textOf } from '../fake-openai-chat.ts';
import { type Block, type Dialect, namesIn, recordsOf, type Script, usualUsage } from './script.ts';

const deltaOf = (type: Block['type'], text: string): JsonRecord => {
  if (type === 'text') return { text };
  return type === 'reasoning' ? { reasoningContent: { text } } : { toolUse: { input: text } };
};

const piecesOf = (block: Block, contentBlockIndex: number): Buffer[] => {
  const delta = (said: JsonRecord) => frame('contentBlockDelta', { contentBlockIndex, delta: said });
  const start =
    block.type === 'tool'
      ? [
          frame('contentBlockStart', {
            contentBlockIndex,
            start: { toolUse: { toolUseId: block.id, name: block.name } },
          }),
        ]
      : [];
  return [
    ...start,
    ...block.deltas.map((text) => delta(deltaOf(block.type, text))),
    ...(block.type === 'reasoning' ? [delta({ reasoningContent: { signature: block.signature } })] : []),
    frame('contentBlockStop', { contentBlockIndex }),
  ];
};

const reasons: Record<string, string> = {
  stop: 'end_turn',
  length: 'max_tokens',
  'tool-calls': 'tool_use',
  'content-filter': 'content_filtered',
};

const usageOf = ({ usage = usualUsage }: Script): Buffer[] => {
  if (!usage) return [];
  const counted = {
    inputTokens: usage.input - usage.cached,
    cacheReadInputTokens: usage.cached,
    outputTokens: usage.output,
    totalTokens: usage.input + usage.output,
  };
  return [frame('metadata', { usage: counted, metrics: { latencyMs: 1 } })];
};

/** Bedrock's converse-stream. Source: docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ConverseStream.html. */
export const bedrockConverse: Dialect = {
  contentType: 'application/vnd.amazon.eventstream',
  write: (script) => ({
    pieces: [frame('messageStart', { role: 'assistant' }), ...(script.blocks ?? []).flatMap(piecesOf)],
    ending: [
      frame('messageStop', { stopReason: reasons[script.end ?? 'stop'] ?? 'end_turn' }),
      ...usageOf(script),
    ],
  }),
  refuse: (_status, message) => ({ message }),
  hear: (body) => {
    const parts = recordsOf(body.messages).flatMap((message) => recordsOf(message.content));
    const config = asRecord(body.toolConfig);
    const specs = recordsOf(recordsOf(config?.tools).map((tool) => tool.toolSpec));
    const choice = asRecord(config?.toolChoice) ?? {};
    const found = (key: string) => recordsOf(parts.map((part) => part[key]));
    const schemaOf = (spec: JsonRecord | undefined) => asRecord(asRecord(spec?.inputSchema)?.json);
    return {
      system: textOf(body.system),
      tools: Object.fromEntries(specs.map((spec) => [String(spec.name), namesIn(schemaOf(spec))])),
      choice: asString(asRecord(choice.tool)?.name) ?? Object.keys(choice)[0],
      calls: found('toolUse').map(({ toolUseId, name, input }) => ({
        id: String(toolUseId),
        name: String(name),
        input,
      })),
      results: found('toolResult').map(({ toolUseId, content }) => ({
        id: String(toolUseId),
        text: textOf(content),
      })),
      reasoning: found('reasoningContent').map(({ reasoningText }) => ({
        text: String(asRecord(reasoningText)?.text),
        signature: asString(asRecord(reasoningText)?.signature),
      })),
      // A model without structured output is given the schema as a tool.
      schema: schemaOf(specs.find(({ name }) => name === 'json')),
    };
  },
};
