import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { auth } from '@atelier/contracts/account/identity/auth';
import { apps } from '@atelier/contracts/assistants/apps';
import { generateText, type LanguageModel, Output, stepCountIs, streamText, tool } from 'ai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { pythonClients, pythonLlamaIndex } from '../../../../tools/python-clients.mjs';
import type { Script, ScriptedTurn } from '../fakes/scripted-model.ts';
import { filledBase } from '../knowledge.ts';
import { startWorkerBed, uniqueName, type WorkerBed } from '../worker-bed.ts';
import { type Place, runPython } from './run-python.ts';

const busy: ScriptedTurn = { status: 429, headers: { 'retry-after': '30' } };
const plan = { city: 'Rome', days: 3 };

let timesBusy = 0;

/** Does what the clients ask for, and calls a tool where one is offered or demanded. */
const script: Script = ({ messages, tools, tool_choice: choice, turn }) => {
  const asked = String(messages.findLast(({ role }) => role === 'user')?.content);
  const result = messages.findLast(({ role }) => role === 'tool');
  const name = (choice as { function?: { name: string } } | undefined)?.function?.name;
  if (asked.includes('always busy')) return busy;
  if (asked.includes('busy') && timesBusy++ === 0) return busy;
  if (asked.includes('busy')) return { text: 'Not any more.' };
  if (name !== undefined) return { calls: [[name, name === 'Plan' ? plan : { city: 'Rome' }]] };
  if (result) return { text: `It is ${String(result.content)}.` };
  if (tools.some((each) => each.function.name === 'get_weather'))
    return { calls: [['get_weather', { city: 'Rome' }]] };
  if (/plan it/i.test(asked)) return { text: JSON.stringify(plan) };
  return { text: asked.includes('How many turns') ? `${turn + 1} turns.` : 'Paris.' };
};

let bed: WorkerBed;
let place: Place;
let done: Map<string, unknown>;
beforeAll(async () => {
  bed = await startWorkerBed([], { RATE_LIMIT_CHAT_PER_MINUTE: '6000' });
  bed.say(script);
  const knowledgeBaseId = await filledBase(bed.client, { 'cities.md': 'Paris is the capital of France.\n' });
  const { appId } = await bed.client.call(apps.endpoints.create, {
    body: { name: uniqueName('App'), knowledgeBaseIds: [knowledgeBaseId] },
  });
  place = {
    base: bed.server.origin,
    key: (await bed.client.call(auth.endpoints.getApiKey, {})).apiKey ?? '',
    agent: `agent:${await bed.makeAgent()}`,
    app: `app:${appId}`,
  };
  const [clients, llamaIndex] = await Promise.all([
    runPython('official_clients.py', pythonClients, place),
    runPython('llama_index_client.py', pythonLlamaIndex, place),
  ]);
  done = new Map([...clients, ...llamaIndex]);
}, 180_000);
afterAll(() => bed.close());

describe('a client in Python, as it comes from its registry,', () => {
  it.each([
    ['openai models', true],
    ['openai chat', ['Paris.', 120]],
    ['openai app', 'Paris.'],
    ['openai stream', ['Paris.', 120]],
    ['openai tools', ['tool_calls', 'It is sunny in Rome.']],
    ['openai forced tool', ['get_weather']],
    ['openai parse', plan],
    ['openai responses', ['Paris.', '2 turns.', '2 turns.']],
    ['openai responses stream', ['response.created', 'response.completed', 'Paris.']],
    ['openai errors', ['openai.model_not_found', 'not_found_error']],
    ['openai busy', ['models.upstream_rate_limited', '30']],
    ['openai retry', 'Not any more.'],
    ['langchain invoke', 'Paris.'],
    ['langchain stream', 'Paris.'],
    ['langchain batch', ['Paris.', '1 turns.']],
    ['langchain tools', 'It is sunny in Rome.'],
    ['langchain json_schema', plan],
    ['langchain json_mode', plan],
    ['langchain function_calling', plan],
    ['openai-agents chat', ['It is sunny in Rome.', plan]],
    ['openai-agents responses', ['It is sunny in Rome.', plan]],
    ['fastmcp', 'Paris.'],
    ['llama-index complete', 'Paris.'],
    ['llama-index stream', 'Paris.'],
    ['llama-index tools', 'sunny in Rome'],
  ])('%s', (name, wanted) => {
    expect(done.get(name)).toEqual(wanted);
  });
});

const weather = tool({
  description: 'The weather of a city.',
  inputSchema: z.object({ city: z.string() }),
  execute: ({ city }) => Promise.resolve(`sunny in ${city}`),
});

describe.each([
  ['@ai-sdk/openai with chat completions', () => createOpenAI(at()).chat(place.agent)],
  ['@ai-sdk/openai with responses', () => createOpenAI(at()).responses(place.agent)],
  [
    '@ai-sdk/openai-compatible',
    () => createOpenAICompatible({ name: 'atelier', supportsStructuredOutputs: true, ...at() })(place.agent),
  ],
] as const)('the AI SDK through %s', (_name, modelOf: () => LanguageModel) => {
  it('reads an answer, whole and as a stream', async () => {
    const prompt = 'What is the capital of France?';
    const { text, usage } = await generateText({ model: modelOf(), prompt });
    expect([text, usage.totalTokens]).toEqual(['Paris.', 120]);
    let streamed = '';
    for await (const piece of streamText({ model: modelOf(), prompt }).textStream) streamed += piece;
    expect(streamed).toBe('Paris.');
  });

  it('makes calls, and the call that it demands', async () => {
    const asked = {
      model: modelOf(),
      prompt: 'How is the weather in Rome?',
      tools: { get_weather: weather },
    };
    const { text } = await generateText({ ...asked, stopWhen: stepCountIs(3) });
    expect(text).toBe('It is sunny in Rome.');
    const toolChoice = { type: 'tool', toolName: 'get_weather' } as const;
    const demanded = await generateText({ ...asked, prompt: 'Forecast it.', toolChoice });
    expect(demanded.toolCalls).toMatchObject([{ toolName: 'get_weather', input: { city: 'Rome' } }]);
  });

  it('gets an answer in a form', async () => {
    const schema = z.object({ city: z.string(), days: z.number() });
    const output = Output.object({ schema });
    const { output: made } = await generateText({ model: modelOf(), prompt: 'Plan it.', output });
    expect(made).toEqual(plan);
  });

  it('asks again when the provider of the model receives too many requests', async () => {
    timesBusy = 0;
    const { text } = await generateText({ model: modelOf(), prompt: 'Are you busy?', maxRetries: 1 });
    expect(text).toBe('Not any more.');
  });
});

/** Shortens the wait that the server asks for, which the client would keep. */
const hasty: typeof fetch = async (input, init) => {
  const response = await fetch(input, init);
  const headers = new Headers(response.headers);
  if (headers.has('retry-after')) headers.set('retry-after', '0');
  return new Response(response.body, { status: response.status, headers });
};

const at = () => ({ baseURL: `${place.base}/v1`, apiKey: place.key, fetch: hasty });
