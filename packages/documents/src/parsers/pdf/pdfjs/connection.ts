type CloneOptions = NonNullable<Parameters<typeof structuredClone>[1]>;
type Transferred = CloneOptions['transfer'];

interface Message {
  action?: unknown;
  data?: unknown;
  chunk?: unknown;
}

const isObject = (value: unknown): value is Message => typeof value === 'object' && value !== null;

const isList = (value: unknown): value is unknown[] => Array.isArray(value);

/** Replaces a font by an error, which pdfjs accepts: fonts are for drawing, and nothing is drawn. */
const withoutFont = ({ action, data }: Message): Message | undefined =>
  action === 'commonobj' && Array.isArray(data) && data[1] === 'Font'
    ? { action, data: [data[0], 'Font', { error: 'not drawn' }] }
    : undefined;

/** Copies the lists of a part of a stream, because pdfjs empties them after sending. No side changes the texts and lines in them. */
const withOwnLists = (message: Message): Message | undefined => {
  const { chunk } = message;
  if (!isObject(chunk)) return undefined;
  const own = Object.entries(chunk).map(([name, value]: [string, unknown]): [string, unknown] => [
    name,
    isList(value) ? [...value] : value,
  ]);
  return { ...message, chunk: Object.fromEntries(own) };
};

/** One end of a connection that copies no more than it has to. */
class Port extends EventTarget {
  #other: EventTarget | undefined;

  connect(other: EventTarget): void {
    this.#other = other;
  }

  postMessage(message: unknown, transfer?: CloneOptions | Transferred): void {
    const quick = isObject(message) ? (withoutFont(message) ?? withOwnLists(message)) : undefined;
    const options = Array.isArray(transfer) ? { transfer } : transfer;
    const data: unknown = quick ?? structuredClone(message, options);
    queueMicrotask(() => this.#other?.dispatchEvent(new MessageEvent('message', { data })));
  }

  terminate(): void {
    this.#other = undefined;
  }
}

/** Connects the two halves of pdfjs within this process. Its own connection makes deep copies of all texts, lines and fonts. */
export function connectedPorts(): readonly [EventTarget, EventTarget] {
  const [one, other] = [new Port(), new Port()];
  one.connect(other);
  other.connect(one);
  return [one, other];
}
