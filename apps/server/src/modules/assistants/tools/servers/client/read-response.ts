import type { McpMessageReading } from '@atelier/agents/tools';

/** Reads one message of a server, in a thread where it is long. */
export type ReadMessage = (text: string) => Promise<McpMessageReading>;

/** Thrown for a message that is too large to be read. The message is for people. */
export class MessageError extends Error {}

const readOrThrow = async (text: string, read: ReadMessage): Promise<string> => {
  const reading = await read(text);
  if ('problem' in reading) throw new MessageError(reading.problem);
  return reading.text;
};

const dataLine = /^data: ?(.*)$/;

/** Reads the message of one event; its other lines stay. */
const readEvent = async (event: string, read: ReadMessage): Promise<string> => {
  const lines = event.split(/\r\n|\r|\n/);
  const data = lines.flatMap((line) => dataLine.exec(line)?.[1] ?? []);
  if (data.length === 0) return event;
  const others = lines.filter((line) => !dataLine.test(line));
  return [...others, `data: ${await readOrThrow(data.join('\n'), read)}`].join('\n');
};

const endOfEvent = /\r\n\r\n|\n\n|\r\r/;

/** The letters that may be the beginning of the end of an event. */
const longestSeam = 3;

/** Reads the events of a stream one after another. What has come of an event is joined once, at its end. */
const readEvents = (read: ReadMessage): TransformStream<string, string> => {
  let parts: string[] = [];
  let seam = '';
  return new TransformStream({
    async transform(chunk, controller) {
      let rest = chunk;
      for (;;) {
        const searched = seam + rest;
        const found = endOfEvent.exec(searched);
        if (!found) {
          parts.push(rest);
          seam = searched.slice(-longestSeam);
          return;
        }
        const end = found.index + found[0].length - seam.length;
        const event = [...parts, rest.slice(0, end)].join('').slice(0, -found[0].length);
        controller.enqueue(`${await readEvent(event, read)}\n\n`);
        rest = rest.slice(end);
        parts = [];
        seam = '';
      }
    },
    flush(controller) {
      controller.enqueue(parts.join(''));
    },
  });
};

const withBody = (
  { status, statusText, headers: given }: Response,
  body: ConstructorParameters<typeof Response>[0],
): Response => {
  const headers = new Headers(given);
  for (const name of ['content-length', 'content-encoding']) headers.delete(name);
  return new Response(body, { status, statusText, headers });
};

/** Returns a response whose messages were read, so that one odd part costs that part alone. */
export const readResponse = async (response: Response, read: ReadMessage): Promise<Response> => {
  const type = response.headers.get('content-type') ?? '';
  if (!response.ok || response.body === null) return response;
  if (/^application\/json\b/i.test(type))
    return withBody(response, await readOrThrow(await response.text(), read));
  if (!/^text\/event-stream\b/i.test(type)) return response;
  const events = response.body
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(readEvents(read))
    .pipeThrough(new TextEncoderStream());
  return withBody(response, events);
};
