import type { Client } from './client.ts';

export interface Received {
  event: string;
  data: Record<string, unknown>;
}

/** A stream of server-sent events that is read while the test does other things. */
export interface OpenedStream {
  response: Response;
  /** The events that have arrived so far. */
  received: Received[];
  /** `closed` when the server ended the stream, `aborted` when the caller did. */
  ended: Promise<'closed' | 'aborted'>;
  stop(): void;
}

/** Opens a URL and reads its events into a list until the server or the caller ends the stream. */
export const openStream = async (
  client: Client,
  path: string,
  init: RequestInit = {},
): Promise<OpenedStream> => {
  const aborting = new AbortController();
  const response = await client.fetch(path, { ...init, signal: aborting.signal });
  const received: Received[] = [];
  const read = async () => {
    let text = '';
    const decoder = new TextDecoder();
    for await (const part of response.body ?? []) {
      text += decoder.decode(part as Uint8Array, { stream: true });
      const blocks = text.split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) {
        const [, event] = /^event: (.*)$/m.exec(block) ?? [];
        const [, data] = /^data: (.*)$/m.exec(block) ?? [];
        if (event && data) received.push({ event, data: JSON.parse(data) as Record<string, unknown> });
      }
    }
  };
  const ended = read().then(
    () => 'closed' as const,
    () => 'aborted' as const,
  );
  return { response, received, ended, stop: () => aborting.abort() };
};
