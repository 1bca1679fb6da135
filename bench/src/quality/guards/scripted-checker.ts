import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { createChatModel } from '@atelier/models';
import { z } from 'zod';

const Asked = z.object({ messages: z.array(z.object({ role: z.string(), content: z.unknown() })) });

/** The ways in which models word a verdict. */
const wordings = [
  (verdict: string) => verdict,
  (verdict: string) => verdict.toLowerCase(),
  (verdict: string) => `**${verdict}**`,
  (verdict: string) => `The message does not look like a usual one. Verdict: ${verdict}.`,
];

const textOf = (content: unknown): string =>
  typeof content === 'string' ? content : JSON.stringify(content);

/**
 * Starts a model on loopback that knows which texts are attacks. It blocks nine of ten of them and one of fifty others, in changing words, so
 * the figures show what is lost on the way to a model and back, and nothing about any real one.
 */
export const startScriptedChecker = async (attacks: readonly string[]) => {
  const quoted = new Set(attacks.map((text) => text.replaceAll('<', '&lt;')));
  const seen = { attack: 0, other: 0 };
  const judge = (message: string): string => {
    const isAttack = quoted.has(/^<message>\n([\s\S]*)\n<\/message>$/.exec(message)?.[1] ?? '');
    if (!isAttack) {
      seen.other += 1;
      return seen.other % 50 === 0 ? 'BLOCK' : 'PASS';
    }
    seen.attack += 1;
    return seen.attack % 10 === 0 ? 'PASS' : 'BLOCK';
  };
  const server = createServer((request, response) => {
    void buffer(request).then((body) => {
      const { messages } = Asked.parse(JSON.parse(body.toString('utf8')));
      const verdict = judge(textOf(messages.at(-1)?.content));
      const content = wordings[(seen.attack + seen.other) % wordings.length]?.(verdict);
      const chunk = (data: object) => `data: ${JSON.stringify({ id: 'c', ...data })}\n\n`;
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(chunk({ choices: [{ index: 0, delta: { content }, finish_reason: 'stop' }] }));
      response.end('data: [DONE]\n\n');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    model: createChatModel(
      { kind: 'openai-compatible', apiKey: 'none', baseUrl: `http://127.0.0.1:${port}/v1` },
      { fetch, modelId: 'scripted' },
    ),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};
