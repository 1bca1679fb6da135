import type { Resolver } from 'node:dns/promises';
import type { Duplex } from 'node:stream';
import type { ImportType } from '@atelier/contracts/content/bases/import-shapes';
import type { Field, FieldOption, FieldValues } from '@atelier/contracts/fields/fields';
import type { RecordsOrder, RecordsRead } from './api/read-records.ts';

/** The network functions that the server provides. `fetch` and `connect` refuse addresses inside the operator's network. */
export interface ConnectorIo {
  /** WHATWG fetch. It follows redirects and checks the address of each. */
  fetch: (
    input: string | URL,
    init?: RequestInit & { maxBytes?: number; timeoutMs?: number },
  ) => Promise<Response>;
  /** Opens a TCP connection to a checked address, optionally with TLS for the host's name. */
  connect: (host: string, port: number, options?: { tls?: boolean }) => Promise<Duplex>;
  /** DNS lookups. The hosts that they return are checked by `connect`. */
  dns: Pick<Resolver, 'resolveSrv' | 'resolveTxt'>;
  signal: AbortSignal;
  /** Parses records in a worker thread; without it they are parsed in the calling thread. */
  readRecords?: (order: RecordsOrder) => Promise<RecordsRead>;
}

/** The user's input. `connection` contains secrets and may be shared by sources; `settings` select what is read. */
export interface ConnectorInput {
  connection: FieldValues;
  settings: FieldValues;
  /** The most documents to read. An incremental sync stops there and continues from its cursor next time. */
  maxItems?: number;
}

/** One document of a source. */
export interface SourceItem {
  /** Unique in the source, and the same in each sync. */
  externalId: string;
  name: string;
  url?: string;
  /** Shown with the document and usable as a filter. */
  metadata?: Record<string, string>;
  /** The ending of the file name determines the parser: `.md`, `.html`, `.pdf`, `.json` … */
  file: { name: string; bytes: Uint8Array };
}

export type SourceEvent =
  | { kind: 'item'; item: SourceItem }
  /** The document has not changed since the sync that created the cursor, so its content is not sent again. */
  | { kind: 'unchanged'; externalId: string }
  /** The document was left out; `reason` tells the user why. */
  | { kind: 'skipped'; name: string; url?: string; code: string; reason: string }
  /** The expected number of items. */
  | { kind: 'total'; count: number };

/** The end of a sync. Items that a complete sync did not report have been deleted from the source. */
export interface ReadEnd {
  isComplete: boolean;
  /** Passed to the next sync, which then reads only what has changed since. */
  cursor?: Record<string, string>;
  /** A warning for the user, for example that a limit was reached. */
  note?: string;
}

/** One kind of source. Failures that users can act on are thrown as ConnectorError. */
export interface Connector {
  type: ImportType;
  /** The name in the list of connectors, for example "AWS RedShift". */
  title: string;
  description: string;
  /** Instructions for filling in the form, one step per entry, in Markdown without HTML. */
  help: readonly string[];
  /** The fields of the connection; empty when no secrets are needed. */
  connectionFields: readonly Field[];
  /** The service of the connection that `connectionFields` describe. Defaults to WEB. */
  service?: 'DATABASE' | 'WEB';
  /** The connection fields that say where the secrets are sent. Defaults to all fields that are not secret. */
  addressFields?: readonly string[];
  settingsFields: readonly Field[];
  /** True when the source can also be read without a connection. */
  isConnectionOptional?: boolean;
  /** Validates what the fields alone cannot, before a source is saved. Throws ConnectorError `sources.invalid_settings`. */
  check?(input: ConnectorInput): void;
  /** Tests the source and returns a message for the user. Throws ConnectorError. */
  test(io: ConnectorIo, input: ConnectorInput): Promise<string>;
  /** Returns the options of a DROPDOWN or MULTI_SELECT_DROPDOWN field, for example tables or columns. Throws ConnectorError. */
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

/** A failure that users can act on; the message says what to do next. */
export class ConnectorError extends Error {
  readonly code: ConnectorErrorCode;
  /** True when a retry without changes may succeed. */
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
