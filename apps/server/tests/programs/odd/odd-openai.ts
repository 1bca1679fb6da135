import type { Chance } from './chance.ts';
import { bodyOf, changed } from './odd-json.ts';
import { type OddRequest, withOddities } from './odd-request.ts';

export interface OpenAiTarget {
  apiKey: string;
  /** Names of apps and agents as models. */
  models: readonly [string, ...string[]];
}

const tool = {
  type: 'function',
  function: { name: 'weather', parameters: { type: 'object', properties: { city: { type: 'string' } } } },
};
const call = { id: 'call_1', type: 'function', function: { name: 'weather', arguments: '{"city":"Bonn"}' } };

const completion = (chance: Chance, model: string) => ({
  model,
  messages: [
    { role: 'system', content: 'Be short.' },
    ...(chance.once(4)
      ? [
          { role: 'assistant', content: null, tool_calls: [call] },
          { role: 'tool', tool_call_id: 'call_1', content: '12 °C' },
        ]
      : []),
    { role: 'user', content: chance.once(2) ? 'How many days?' : [{ type: 'text', text: 'How many days?' }] },
  ],
  stream: chance.once(2),
  stream_options: { include_usage: true },
  ...(chance.once(4) ? { tools: [tool], tool_choice: 'auto' } : {}),
  ...(chance.once(4)
    ? { response_format: { type: 'json_schema', json_schema: { name: 'a', schema: {} } } }
    : {}),
});

const response = (chance: Chance, model: string) => ({
  model,
  input: chance.once(2)
    ? 'How many days?'
    : [
        { role: 'user', content: [{ type: 'input_text', text: 'How many days?' }] },
        ...(chance.once(3) ? [{ type: 'function_call_output', call_id: 'call_1', output: '12 °C' }] : []),
      ],
  stream: chance.once(2),
  previous_response_id: chance.once(3) ? 'resp_none' : null,
  conversation: chance.once(5) ? { id: 'cnv_none' } : null,
  metadata: { a: 'b' },
  ...(chance.once(4) ? { tools: [{ ...tool.function, type: 'function' }] } : {}),
  ...(chance.once(4) ? { text: { format: { type: 'json_object' } } } : {}),
});

const readPaths = [
  '/v1/models',
  '/v1/models/none',
  '/v1/models/%00',
  '/v1/models/app%3Aapp_none',
  '/v1/responses/none',
  '/v1/responses/%ff',
  '/v1/none',
] as const;

const bodyHeaders = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };

/** Makes a request to `/v1`: to a chat, a response or the models. */
export const oddOpenAiRequest = (chance: Chance, { apiKey, models }: OpenAiTarget): OddRequest => {
  const headers = { authorization: `Bearer ${apiKey}` };
  if (chance.once(10)) {
    const method = chance.pick(['GET', 'HEAD', 'POST', 'DELETE']);
    return withOddities(chance, { method, path: chance.pick(readPaths), headers, body: undefined }, []);
  }
  const [path, make] = chance.pick([
    ['/v1/chat/completions', completion],
    ['/v1/responses', response],
  ] as const);
  const value = make(chance, chance.pick(models));
  const body = bodyOf(chance, chance.once(3) ? value : changed(chance, value));
  return withOddities(chance, { method: 'POST', path, headers: { ...headers, ...bodyHeaders }, body }, []);
};
