import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { readSettings } from '../child.ts';

/**
 * A model with OpenAI's protocol that calls its first tool in each of its turns but the last, in which it answers. It knows the tools
 * `calculate` and `send_request`.
 */
const { turns } = readSettings<{ turns: number }>();

const chunk = (delta: object, reason: string | null = null): string =>
  `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'tools', choices: [{ index: 0, delta, finish_reason: reason }] })}\n\n`;
const usage = `data: ${JSON.stringify({ id: 'c', choices: [], usage: { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 } })}\n\n`;

const argumentsOf = (name: string, turn: number): object =>
  name === 'calculate'
    ? { first: turn, operation: 'ADD', second: 1 }
    : { method: 'POST', url: 'http://127.0.0.1:9' };

const call = (name: string, turn: number): string =>
  chunk({
    tool_calls: [
      {
        index: 0,
        id: `call_${turn}`,
        type: 'function',
        function: { name, arguments: JSON.stringify(argumentsOf(name, turn)) },
      },
    ],
  });

interface Body {
  messages: { role: string }[];
  tools: { function: { name: string } }[];
}

const answer = ({ messages, tools }: Body, response: ServerResponse): void => {
  const turn = messages.filter(({ role }) => role === 'assistant').length;
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const isLast = turn + 1 >= turns;
  const said = isLast ? chunk({ content: 'Done.' }) : call(tools[0]?.function.name ?? '', turn);
  response.end(`${said}${chunk({}, isLast ? 'stop' : 'tool_calls')}${usage}data: [DONE]\n\n`);
};

const server = createServer((request, response) => {
  json(request).then(
    (body) => answer(body as Body, response),
    () => response.destroy(),
  );
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v1\n`);
});
process.once('SIGTERM', () => process.exit(0));
