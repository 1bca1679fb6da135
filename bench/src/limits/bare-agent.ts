import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { readSettings } from '../child.ts';

/** A loop of a model with one tool, which keeps nothing: each request to it runs the loop once and returns the answer. */
const { model } = readSettings<{ model: string }>();
const agent = new Agent({ keepAlive: true });

interface Call {
  id: string;
  function: { name: string; arguments: string };
}
interface Delta {
  content?: string;
  tool_calls?: Call[];
}

const tools = [
  {
    type: 'function',
    function: { name: 'calculate', description: 'Adds two numbers.', parameters: { type: 'object' } },
  },
];

const ask = async (messages: readonly object[]): Promise<Delta> => {
  const body = JSON.stringify({ model: 'tools', stream: true, messages, tools });
  const reply = await new Promise<string>((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
    request(`${model}/chat/completions`, { method: 'POST', agent, headers }, (response) => {
      text(response).then(resolve, reject);
    })
      .once('error', reject)
      .end(body);
  });
  const events = reply.split('\n\n').filter((line) => line.startsWith('data: {'));
  const deltas = events.map(
    (line) => (JSON.parse(line.slice(6)) as { choices: { delta: Delta }[] }).choices[0]?.delta ?? {},
  );
  return Object.assign({}, ...deltas) as Delta;
};

const run = async (): Promise<string> => {
  const messages: object[] = [{ role: 'user', content: 'Please compute.' }];
  for (;;) {
    const { content, tool_calls: calls } = await ask(messages);
    if (!calls) return content ?? '';
    messages.push({ role: 'assistant', tool_calls: calls });
    for (const { id, function: called } of calls) {
      const { first, second } = JSON.parse(called.arguments) as { first: number; second: number };
      messages.push({ role: 'tool', tool_call_id: id, content: String(first + second) });
    }
  }
};

const server = createServer((incoming, response) => {
  incoming.resume();
  run().then(
    (answer) => {
      const reply = JSON.stringify({ output: answer });
      response.setHeader('content-type', 'application/json');
      response.setHeader('content-length', Buffer.byteLength(reply));
      response.end(reply);
    },
    () => response.destroy(),
  );
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
process.once('SIGTERM', () => process.exit(0));
