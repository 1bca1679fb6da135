import { asArray, asRecord, type JsonRecord } from '../../src/read-json.ts';

/** A scripted reply that does not depend on the provider. Each dialect writes it in its own protocol. */
export interface Script {
  /** A refusal that is sent instead of a reply. */
  refusal?: { status: number; headers?: Record<string, string>; message?: string };
  blocks?: Block[];
  end?: End;
  /** Tokens of the whole call; `cached` and `reasoning` are parts of the totals. Null leaves usage out. */
  usage?: Usage | null;
}

export type Block =
  | { type: 'text'; deltas: string[] }
  | { type: 'reasoning'; deltas: string[]; signature: string }
  | { type: 'tool'; id: string; name: string; deltas: string[] };

/** The reason of the end, or the way in which the stream breaks: the connection is cut, the stream ends too early, or it stops sending. */
export type End = 'stop' | 'length' | 'tool-calls' | 'content-filter' | 'cut' | 'early' | 'silence';

export interface Usage {
  input: number;
  cached: number;
  output: number;
  reasoning: number;
}

export const usualUsage: Usage = { input: 100, cached: 0, output: 20, reasoning: 0 };

/** A request as a provider received it, in a form that does not depend on the provider. */
export interface Heard {
  system: string;
  /** Names of the tools with the names of their arguments. */
  tools: Record<string, string[]>;
  choice: string | undefined;
  calls: { id: string; name: string; input: unknown }[];
  results: { id: string; text: string }[];
  reasoning: { text: string; signature: string | undefined }[];
  /** The schema that the reply must match. */
  schema: unknown;
}

/** One protocol: writes the bytes of a reply in order, and reads a request. */
export interface Dialect {
  contentType: string;
  /**
   * Returns the pieces of the reply, each of which is written separately. The pieces after the last block come last, so that they can be
   * left out.
   */
  write(script: Script): { pieces: (string | Buffer)[]; ending: (string | Buffer)[] };
  refuse(status: number, message: string): unknown;
  hear(body: Record<string, unknown>): Heard;
}

export const isBroken = (end: End | undefined): boolean =>
  end === 'cut' || end === 'early' || end === 'silence';

/** Returns the names of a schema's properties. */
export const namesIn = (schema: unknown): string[] =>
  Object.keys(asRecord(asRecord(schema)?.properties) ?? {});

/** Returns the objects of an unvalidated list. */
export const recordsOf = (list: unknown): JsonRecord[] =>
  asArray(list)
    .map(asRecord)
    .filter((record) => record !== undefined);
