import { Agent, request } from 'node:http';

const agent = new Agent({ keepAlive: true, maxSockets: 64 });

export interface ReadStream {
  /** Milliseconds from sending the request to the first bytes that contain `marker`. */
  firstMs: number;
  bytes: number;
  /** The reply up to the first token. */
  head: string;
}

interface Ask {
  url: string;
  body: unknown;
  /** A text that marks the first token in the stream. */
  marker: string;
}

/** Asks, and reads the streamed answer to its end. Throws when it does not contain `marker`. */
export const readStream = ({ url, body, marker }: Ask): Promise<ReadStream> =>
  new Promise((resolve, reject) => {
    const startedAt = performance.now();
    const outgoing = request(
      url,
      { method: 'POST', agent, headers: { 'content-type': 'application/json' } },
      (reply) => {
        let head = '';
        let firstMs: number | undefined;
        let bytes = 0;
        reply.on('data', (chunk: Buffer) => {
          bytes += chunk.length;
          if (firstMs !== undefined) return;
          head += chunk.toString('latin1');
          if (head.includes(marker)) firstMs = performance.now() - startedAt;
        });
        reply.once('error', reject);
        reply.once('end', () =>
          firstMs === undefined
            ? reject(new Error(`No token came from ${url}: ${head.slice(0, 500)}`))
            : resolve({ firstMs, bytes, head }),
        );
      },
    );
    outgoing.once('error', reject);
    outgoing.end(JSON.stringify(body));
  });
