/**
 * Measures the CPU time that the reader needs for each streamed token of text, or of the arguments of a tool call, in four ways: bytes
 * drained from a raw fetch, our adapter, the AI SDK's provider below `streamText`, and `streamText`. The fake provider runs in a process of
 * its own. It writes at two paces: as fast as the reader reads, and one token per network read, as a model does. Run: `node
 * packages/models/bench/stream-cost.ts`.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { tool as defineTool, jsonSchema, streamText } from 'ai';
import { createChatModel, toProviderPrompt } from '../src/index.ts';

// oxlint-disable-next-line no-restricted-globals -- measured against the runtime's own client, on loopback
const client = fetch;

type Reader = (baseUrl: string, model: string) => Promise<void>;

const prompt = 'word '.repeat(500);

const raw: Reader = async (baseUrl, model) => {
  const response = await client(`${baseUrl}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ model, stream: true, messages: [{ role: 'user', content: prompt }] }),
  });
  const reader = response.body?.getReader();
  while (reader && !(await reader.read()).done);
};

const ours: Reader = async (baseUrl, modelId) => {
  const model = createChatModel({ kind: 'openai-compatible', baseUrl }, { fetch: client, modelId });
  let length = 0;
  const request = { prompt: toProviderPrompt([{ role: 'user', content: prompt }]), tools: [tool] };
  for await (const part of model.stream(request))
    if (part.type === 'text-delta' || part.type === 'tool-input-delta') length += part.delta.length;
  if (length === 0) throw new Error('Nothing came.');
};

const tool = { type: 'function' as const, name: 'write', inputSchema: { type: 'object' as const } };

const sdkProvider: Reader = async (baseURL, modelId) => {
  const model = createOpenAICompatible({ baseURL, name: 'fake', includeUsage: true })(modelId);
  const { stream } = await model.doStream({
    prompt: [{ role: 'user', content: [{ type: 'text', text: prompt }] }],
    tools: [tool],
  });
  const reader = stream.getReader();
  while (!(await reader.read()).done);
};

const sdkStreamText: Reader = async (baseURL, modelId) => {
  const model = createOpenAICompatible({ baseURL, name: 'fake', includeUsage: true })(modelId);
  const inputSchema = jsonSchema<{ text: string }>({ type: 'object' });
  const tools = { write: defineTool({ inputSchema, execute: ({ text }) => text.length }) };
  const reader = streamText({ model, prompt, tools }).fullStream.getReader();
  while (!(await reader.read()).done);
};

const readers = { raw, ours, sdkProvider, sdkStreamText };

const startFake = async () => {
  const path = fileURLToPath(new URL('../tests/fake-openai.ts', import.meta.url));
  const child = spawn(process.execPath, [path, '--port', '0'], { stdio: ['ignore', 'pipe', 'inherit'] });
  const said: unknown[] = await once(child.stdout, 'data');
  return { child, baseUrl: String(said[0]).trim() };
};

interface Load {
  model: string;
  tokens: number;
  streams: number;
}

/** Microseconds of CPU for each token, the median of five rounds after a warm-up. */
const measure = async (read: Reader, baseUrl: string, { model, tokens, streams }: Load): Promise<number> => {
  const rounds: number[] = [];
  for (let round = 0; round < 6; round += 1) {
    const start = process.cpuUsage();
    await Promise.all(Array.from({ length: streams }, () => read(baseUrl, model)));
    const { user, system } = process.cpuUsage(start);
    if (round > 0) rounds.push((user + system) / (tokens * streams));
  }
  return rounds.sort((a, b) => a - b)[2] ?? Number.NaN;
};

const loads: Record<string, Load> = {
  'as fast as read': { model: 'fake-tokens-2000', tokens: 2_000, streams: 8 },
  'one token a read': { model: 'fake-paced-400', tokens: 400, streams: 8 },
  'arguments of a tool': { model: 'fake-call-2000', tokens: 2_000, streams: 8 },
  'one argument a read': { model: 'fake-call-paced-400', tokens: 400, streams: 8 },
};

const { child, baseUrl } = await startFake();
process.once('exit', () => child.kill());
for (const [pace, load] of Object.entries(loads)) {
  let floor = 0;
  for (const [name, read] of Object.entries(readers)) {
    const cost = await measure(read, baseUrl, load);
    if (name === 'raw') floor = cost;
    process.stdout.write(
      `${pace.padEnd(20)} ${name.padEnd(14)} ${cost.toFixed(1)} µs/token  ×${(cost / floor).toFixed(1)}\n`,
    );
  }
}

process.exit();
