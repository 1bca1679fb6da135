import type { Duplex } from 'node:stream';
import type { JsonValue } from '@atelier/contracts/fields/field-values';
import type { Field, FieldOption, FieldValues } from '@atelier/contracts/fields/fields';
import type { ControlPlan, TaskPlan } from './control-plan.ts';
import type { PiecePlatform } from './platform.ts';

/** The groups of the list in which users choose. */
export type PieceCategory = 'FLOW' | 'DATA' | 'STORAGE' | 'COMMUNICATION' | 'AI';

/** The icon of a piece that names none (PIECE-03). Others are named as in Tabler, without `icon-`. */
export const defaultIcon = 'default';

/** One piece: its actions are steps of a flow, and its triggers start one. */
export interface Piece {
  /** Unique, in kebab-case, and never changed: flows store it. */
  name: string;
  /** The semantic version that a flow stores with a step. */
  version: string;
  displayName: string;
  /** One sentence for the list in which users choose. */
  description: string;
  category: PieceCategory;
  /** Absent: `defaultIcon`, which the browser also shows for an icon that it does not have. */
  icon?: string;
  connection?: PieceConnection;
  actions: readonly PieceAction[];
  triggers: readonly PieceTrigger[];
}

/** The data with which a piece reaches a service. The values are stored as a connection, with their secrets encrypted. */
export interface PieceConnection {
  /** The service and the kind of the connection, as the list of connections names them. */
  service: 'DATABASE' | 'WEB';
  kind: string;
  title: string;
  /** One sentence for the list of connections. */
  description: string;
  /** False when steps work without a connection too. */
  isRequired: boolean;
  /** Instructions for filling in the form, one step per entry, in Markdown without HTML. */
  help: readonly string[];
  fields: readonly Field[];
  /** The fields that say where the secrets are sent: a change of one asks for the secrets again. */
  addressFields: readonly string[];
  /** Tests the values until the signal aborts, and returns a sentence for the user. Throws PieceError. */
  test(io: PieceIo, values: FieldValues, signal: AbortSignal): Promise<string>;
}

interface Described {
  /** Unique within the piece, in snake_case, and never changed: flows store it. */
  name: string;
  displayName: string;
  description: string;
  fields: readonly Field[];
  /** An example of the value, for choosing data before the first test. */
  sample?: JsonValue;
  /** Returns the choices of a DROPDOWN or MULTI_SELECT_DROPDOWN field. Throws PieceError. */
  options?(call: OptionsCall, field: string): Promise<FieldOption[]>;
}

/** Computes a value from the input alone. It has no effect outside, so the engine may repeat it and store several results together. */
export interface PureAction extends Described {
  kind: 'pure';
  /** Throws PieceError. Its time is bounded by the limits of its fields. */
  run(input: FieldValues): JsonValue | Promise<JsonValue>;
}

/** Reaches something outside the run. The engine notes it before the call, and never calls twice at the same time. */
export interface OutwardAction extends Described {
  kind: 'outward';
  /**
   * `with-key`: the call may be repeated, because it only reads or because the other side recognizes `key`.
   * `never`: after a crash in the middle nobody knows whether it happened, so the step fails with a message that says so.
   */
  repeat: 'with-key' | 'never';
  /** True when its input may contain the key of the run, for the service that it calls. Elsewhere only the name of the key is seen. */
  sendsRunKey?: boolean;
  /** Throws PieceError. */
  run(call: ActionCall): Promise<JsonValue>;
}

/** Is carried out by the engine: waits, responds, starts another flow. */
export interface ControlAction extends Described {
  kind: 'control';
  /** Throws PieceError. */
  plan(input: FieldValues): ControlPlan;
}

/** Hands a task over, and waits for the answer without holding anything. Unlike other steps of the engine, it can be tested alone. */
export interface TaskAction extends Described {
  kind: 'task';
  /** Throws PieceError. */
  plan(input: FieldValues): TaskPlan;
}

export type PieceAction = PureAction | OutwardAction | ControlAction | TaskAction;

/** The call of an outward action. */
export interface ActionCall {
  /** All expressions are resolved, and the values are checked by the fields (`readInput`). */
  input: FieldValues;
  /** The values of the connection with their secrets. */
  connection?: FieldValues;
  /** The same at every attempt of this step in this run, and different everywhere else. */
  key: string;
  /** Aborted when the run is cancelled or the step has no time left. */
  signal: AbortSignal;
  io: PieceIo;
  platform: PiecePlatform;
}

/** `input` contains what the user has entered so far, unchecked and possibly with expressions. */
export type OptionsCall = Omit<ActionCall, 'key'>;

/** The network functions that the server provides. Both refuse addresses inside the operator's network; nothing else reaches the network. */
export interface PieceIo {
  /** WHATWG fetch. It follows redirects and checks the address of each. */
  fetch(
    input: string | URL,
    init?: RequestInit & { maxBytes?: number; timeoutMs?: number },
  ): Promise<Response>;
  /** Opens a TCP connection to a checked address, optionally with TLS for the host's name. */
  connect(host: string, port: number, options?: { tls?: boolean }): Promise<Duplex>;
}

/** A request to the address of a webhook trigger. */
export interface WebhookCall {
  method: string;
  /** Names in lower case. */
  headers: Record<string, string>;
  /** A parameter that occurs several times has a list. */
  queryParams: Record<string, string | string[]>;
  /** JSON and forms are parsed; everything else is text. */
  body: JsonValue;
  rawBody: Uint8Array;
}

export interface WebhookReply {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** Arguments of the functions of a webhook trigger. */
export interface WebhookCheck {
  input: FieldValues;
  connection?: FieldValues;
  call: WebhookCall;
}

/** Judges the bytes of a call as they arrive. */
export interface BodyCheck {
  update(bytes: Uint8Array): void;
  /** True when these were all bytes that the caller signed. */
  isGenuine(): boolean;
}

/** An event that a polling trigger found. */
export interface PolledEvent {
  /** Unique in the source; an event that was seen before starts nothing. */
  id: string;
  value: JsonValue;
}

export interface Polled {
  events: PolledEvent[];
  /** Passed to the next call, once the runs of the events are stored. Its JSON has 100,000 characters at most. */
  state: JsonValue;
  /** True when the source has more, which is then asked for at once. */
  hasMore?: boolean;
}

export type PieceTrigger = Described &
  (
    | {
        kind: 'webhook';
        /** Answers a call that only tests whose address it is, which starts nothing and need not be proven; undefined for an event. */
        handshake?(check: WebhookCheck): WebhookReply | undefined;
        /** False when the call does not prove where it comes from. It is then refused with 401, and nothing starts. */
        verify?(check: WebhookCheck): boolean;
        /**
         * As `verify`, for a form with files, whose bytes are too many to be held; `rawBody` is empty. Undefined when the proof does not
         * depend on the bytes, so that `verify` can judge before they arrive.
         */
        verifyBytes?(check: WebhookCheck): BodyCheck | undefined;
        /** Names an event that was proven, so that the same one does not start the flow again. Undefined where the caller gives no name. */
        messageKey?(check: WebhookCheck): string | undefined;
        /** Returns the sites whose scripts may call the address from a browser. Without it, none may. */
        callingSites?(input: FieldValues): string[];
      }
    | {
        kind: 'schedule';
        /** The cron expression has five fields; the time zone is an IANA name. Throws PieceError. */
        schedule(input: FieldValues): { cron: string; timeZone: string };
      }
    | {
        kind: 'polling';
        /** The minutes between two polls of the source where the input has no `everyMinutes`. */
        everyMinutes: number;
        /**
         * Returns what there is since `state`, at most 1,000 events. `state` is null at the first call, whose events start nothing
         * unless `includeExisting` of the input is true. Throws PieceError.
         */
        poll(call: OptionsCall, state: JsonValue): Promise<Polled>;
      }
    | { kind: 'manual' }
    | { kind: 'chat' }
    | {
        kind: 'app-event';
        /** The names of the events of the product that start the flow. */
        events: readonly string[];
        /** False for an event that the input leaves out. */
        accepts(input: FieldValues, value: JsonValue): boolean;
      }
    | { kind: 'worker' }
  );

export type PieceErrorCode =
  | 'pieces.invalid_input'
  | 'pieces.connection_missing'
  | 'pieces.unreachable'
  | 'pieces.blocked'
  | 'pieces.refused'
  | 'pieces.not_found'
  | 'pieces.timeout'
  | 'pieces.too_large'
  | 'pieces.unexpected_answer';

/** A failure that users can act on; the message says what to do next. */
export class PieceError extends Error {
  readonly code: PieceErrorCode;
  /** True when a retry without changes may succeed. */
  readonly retryable: boolean;
  /** The milliseconds that the other side asked to wait. */
  readonly retryAfterMs: number | undefined;

  constructor(
    code: PieceErrorCode,
    message: string,
    options: { retryable?: boolean; retryAfterMs?: number | undefined; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = 'PieceError';
    this.code = code;
    this.retryable = options.retryable ?? false;
    this.retryAfterMs = options.retryAfterMs;
  }
}
