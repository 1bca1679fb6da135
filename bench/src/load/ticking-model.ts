import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readSettings } from '../child.ts';

/**
 * A model with OpenAI's protocol that streams a token every `everyMs` milliseconds. Each token contains its number and the time at which
 * it was sent, such as `17@1764000000000`. The first streams go on until `keepMs` have passed since the last one began, so that all of
 * them are open together; then each ends with the text `end`.
 */
const { everyMs, keepMs } = readSettings<{ everyMs: number; keepMs: number }>();

const chunk = (delta: object, reason: string | null = null): string =>
  `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'ticking', choices: [{ index: 0, delta, finish_reason: reason }] })}\n\n`;

let lastBeganAt = 0;

const stream = (response: ServerResponse): void => {
  let sent = 0;
  const tick = () => {
    const now = Date.now();
    response.write(chunk({ content: `${sent}@${now} ` }));
    sent += 1;
    if (now - lastBeganAt < keepMs) return;
    clearInterval(timer);
    response.end(`${chunk({ content: 'end' })}${chunk({}, 'stop')}data: [DONE]\n\n`);
  };
  const timer = setInterval(tick, everyMs);
  response.once('close', () => clearInterval(timer));
};

const server = createServer((request, response) => {
  request.resume();
  lastBeganAt = Date.now();
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  stream(response);
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v1\n`);
});
process.once('SIGTERM', () => process.exit(0));
