import type { Resolver } from 'node:dns/promises';
import type { Duplex } from 'node:stream';
import type { ImportType } from '@atelier/contracts/content/bases/import-shapes';
import type { Field, FieldOption, FieldValues } from '@atelier/contracts/fields/fields';
import type { RecordsOrder, RecordsRead } from './api/read-records.ts';

/** The ways out that the server lends. `fetch` and `connect` refuse addresses inside the operator's network. */
export interface ConnectorIo {
  /** WHATWG fetch; follows redirects, each of them checked. */
  fetch: (
    input: string | URL,
    init?: RequestInit & { maxBytes?: number; timeoutMs?: number },
  ) => Promise<Response>;
  /** A TCP connection to a checked address, with TLS for the host's name when asked for. */
  connect: (host: string, port: number, options?: { tls?: boolean }) => Promise<Duplex>;
  /** What a name is said to stand for; whatever host that names is checked once it is connected to. */
  dns: Pick<Resolver, 'resolveSrv' | 'resolveTxt'>;
  signal: AbortSignal;
  /** Reads records in a thread beside this one; without it they are read here. */
  readRecords?: (order: RecordsOrder) => Promise<RecordsRead>;
}

/** What a person filled in: `connection` holds secrets and may be shared by sources, `settings` say what is read. */
export interface ConnectorInput {
  connection: FieldValues;
  settings: FieldValues;
  /** The most documents that are wanted; a reading that can go on another time ends there, with its cursor. */
  maxItems?: number;
}

/** One document as the source has it. */
export interface SourceItem {
  /** Unique in the source, and the same each time it is read. */
  externalId: string;
  name: string;
  url?: string;
  /** Shown with the document and usable as a filter. */
  metadata?: Record<string, string>;
  /** The ending of the file name decides how it is read: `.md`, `.html`, `.pdf`, `.json` … */
  file: { name: string; bytes: Uint8Array };
}

export type SourceEvent =
  | { kind: 'item'; item: SourceItem }
  /** Still there and as it was at the reading that the cursor came from, so its content is not sent again. */
  | { kind: 'unchanged'; externalId: string }
  /** Seen and left out, for a reason that a person can act on. */
  | { kind: 'skipped'; name: string; url?: string; code: string; reason: string }
  /** How many items there will be, as far as is known. */
  | { kind: 'total'; count: number };

/** How a reading ended. Items that a complete reading did not show are gone from the source. */
export interface ReadEnd {
  isComplete: boolean;
  /** Given back to the next reading, which then brings only what has changed since. */
  cursor?: Record<string, string>;
  /** Something worth knowing about how it ended, for a person. */
  note?: string;
}

/** One kind of source. Every failure that a person can act on is a ConnectorError. */
export interface Connector {
  type: ImportType;
  /** As in the list of connectors, for example "AWS RedShift". */
  title: string;
  description: string;
  /** Step by step, for whoever fills in the form; Markdown without HTML. */
  help: readonly string[];
  /** Empty where nothing secret is needed. */
  connectionFields: readonly Field[];
  /** What kind of connection its `connectionFields` make; WEB unless said otherwise. */
  service?: 'DATABASE' | 'WEB';
  /** The connection fields that say where the secrets are sent; all that are no secrets unless said otherwise. */
  addressFields?: readonly string[];
  settingsFields: readonly Field[];
  /** Whether it can be read without a connection although it has fields for one. */
  isConnectionOptional?: boolean;
  /** Judges what the fields alone cannot, before a source is saved. Throws ConnectorError `sources.invalid_settings`. */
  check?(input: ConnectorInput): void;
  /** Tries to reach the source and says in a sentence what it found. */
  test(io: ConnectorIo, input: ConnectorInput): Promise<string>;
  /** Choices of a DROPDOWN or MULTI_SELECT_DROPDOWN among the fields: tables, columns, indexes. */
  options?(io: ConnectorIo, input: ConnectorInput, field: string): Promise<FieldOption[]>;
  read(
    io: ConnectorIo,
    input: ConnectorInput,
    cursor: Record<string, string> | undefined,
  ): AsyncGenerator<SourceEvent, ReadEnd>;
}

export type ConnectorErrorCode =
  | 'sources.invalid_settings'
  | 'sources.unreachable'
  | 'sources.blocked'
  | 'sources.refused'
  | 'sources.not_found'
  | 'sources.too_large'
  | 'sources.unexpected_answer';

/** A failure that a person can act on; the message says what to do next. */
export class ConnectorError extends Error {
  readonly code: ConnectorErrorCode;
  /** Whether trying again without a change may help. */
  readonly retryable: boolean;

  constructor(
    code: ConnectorErrorCode,
    message: string,
    options: { retryable?: boolean; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = 'ConnectorError';
    this.code = code;
    this.retryable = options.retryable ?? false;
  }
}
