import { Agent, request } from 'node:http';

const agent = new Agent({ maxSockets: 1000 });

export interface Followed {
  /** The whole text of the answer, as it was received. */
  text: string;
  /** Milliseconds between the sending and the arrival of each token. */
  delays: number[];
}

const textOfEvent = /"(?:text|content)":"([^"\\]*)"/g;
const token = /\d+@(\d{13}) /g;

/** Asks, and reads the tokens of `ticking-model.ts` to the end of the stream. `onFirst` is called with the first of them. */
export const followTokens = ({
  url,
  body,
  onFirst,
}: {
  url: string;
  body: unknown;
  onFirst: () => void;
}): Promise<Followed> =>
  new Promise((resolve, reject) => {
    const followed: Followed = { text: '', delays: [] };
    const headers = { 'content-type': 'application/json' };
    const outgoing = request(url, { method: 'POST', agent, headers }, (reply) => {
      let rest = '';
      let timed = 0;
      reply.setEncoding('utf8').on('data', (piece: string) => {
        const now = Date.now();
        const read = rest + piece;
        const end = read.lastIndexOf('\n\n') + 2;
        rest = end < 2 ? read : read.slice(end);
        if (end < 2) return;
        const before = followed.text;
        for (const [, text = ''] of read.slice(0, end).matchAll(textOfEvent)) followed.text += text;
        if (before === '' && followed.text !== '') onFirst();
        for (const [whole, sentAt] of followed.text.slice(timed).matchAll(token)) {
          followed.delays.push(now - Number(sentAt));
          timed += whole.length;
        }
      });
      reply.once('error', reject);
      reply.once('end', () => resolve(followed));
    });
    outgoing.once('error', reject);
    outgoing.end(JSON.stringify(body));
  });
