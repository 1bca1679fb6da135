import { Agent, request } from 'node:http';

const agent = new Agent({ maxSockets: 1000 });

/** Begins a streamed answer. Resolves when `marker` has arrived, to a function that leaves the stream. */
export const openStream = ({
  url,
  body,
  marker,
}: {
  url: string;
  body: unknown;
  /** A text that marks the first token in the stream. */
  marker: string;
}): Promise<() => void> =>
  new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json' };
    const outgoing = request(url, { method: 'POST', agent, headers }, (reply) => {
      let head = '';
      reply.setEncoding('utf8').on('data', (text: string) => {
        if (head.includes(marker)) return;
        head += text;
        if (head.includes(marker)) resolve(() => void outgoing.destroy());
      });
      // Leaving the stream ends the reply with an error.
      reply.on('error', () => undefined);
      reply.once('end', () => reject(new Error(`The answer of ${url} ended: ${head.slice(0, 500)}`)));
    });
    outgoing.on('error', reject);
    outgoing.end(JSON.stringify(body));
  });
