import {
  type Connector,
  ConnectorError,
  type ConnectorInput,
  type ConnectorIo,
  toConnectorFailure,
} from '@atelier/connectors';
import type { SourceInput } from '@atelier/contracts/content/sources/source-shapes';
import { valuesSchema } from '@atelier/contracts/fields/field-schema';
import type { FieldOption, FieldValues } from '@atelier/contracts/fields/fields';
import { AppError, fail } from '../../../../kernel/base/errors.ts';
import type { AnyCtx, Ctx } from '../../../../kernel/context/context.ts';
import type { TurnWait } from '../../../../kernel/runs/turns/index.ts';
import { findConnection, inTurn, openConnection, outboundIo } from '../../connections/index.ts';
import { findConnector, toConnectionKind } from '../catalogue.ts';
import { records } from '../computations.ts';

/**
 * Translates a connector's failure into the declared error, with the connector's own message. Other errors are returned
 * unchanged.
 */
export const asDeclared = (thrown: unknown): unknown => {
  const error = toConnectorFailure(thrown, 'The source');
  return error instanceof ConnectorError
    ? new AppError(error.code, undefined, { message: error.message, cause: error })
    : error;
};

/** Returns the cause of a failed sync, and whether another attempt may help. */
export const explainFailure = (thrown: unknown) => {
  const error = toConnectorFailure(thrown, 'The source');
  if (!(error instanceof ConnectorError)) return undefined;
  const { code, message, retryable } = error;
  return { code, message, retryable };
};

/** A connector with its input. */
export interface OpenedInput {
  connector: Connector;
  input: ConnectorInput;
}

/** Throws `sources.type_unavailable`. */
export const getConnector = (type: SourceInput['type']): Connector =>
  findConnector(type) ?? fail('sources.type_unavailable');

const parseSettings = (connector: Connector, settings: FieldValues): FieldValues => {
  const parsed = valuesSchema(connector.settingsFields).safeParse(settings);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.map(({ path, message }) => ({
    path: ['settings', ...path].join('.'),
    message,
  }));
  return fail('sources.invalid_settings', { issues });
};

const readConnection = async (
  ctx: AnyCtx,
  connector: Connector,
  connectionId: string | null | undefined,
): Promise<FieldValues> => {
  if (connector.connectionFields.length === 0) return {};
  if (!connectionId) return connector.isConnectionOptional ? {} : fail('sources.connection_missing');
  const found = await findConnection(ctx, connectionId);
  const { service, kind } = toConnectionKind(connector);
  if (found?.service !== service || found.kind !== kind) fail('sources.connection_missing');
  return (await openConnection(ctx, connectionId)).values;
};

/**
 * Validates settings, unless the form is incomplete, and opens the connection. Throws `sources.type_unavailable`,
 * `sources.invalid_settings` and `sources.connection_missing`.
 */
export const openInput = async (
  ctx: AnyCtx,
  { type, settings, connectionId }: SourceInput,
  { isHalf = false } = {},
): Promise<OpenedInput> => {
  const connector = getConnector(type);
  const input = {
    settings: isHalf ? settings : parseSettings(connector, settings),
    connection: await readConnection(ctx, connector, connectionId),
  };
  if (isHalf) return { connector, input };
  try {
    connector.check?.(input);
  } catch (error) {
    throw asDeclared(error);
  }
  return { connector, input };
};

/** Parses texts that other programs send or reply with, in a separate thread. */
const recordReader = (ctx: Ctx, signal?: AbortSignal): Pick<ConnectorIo, 'readRecords'> => ({
  readRecords: (order) => ctx.services.compute.run(records, order, { tenantId: ctx.tenantId, signal }),
});

/** The network access for one reading of a source. */
export const connectorIo = (ctx: Ctx, signal: AbortSignal): ConnectorIo => ({
  ...outboundIo(ctx.services.outbound),
  ...recordReader(ctx, signal),
  signal,
});

/** Reads a source within the limits of its connection. Throws `connections.busy`. */
export const inSourceTurn = <T>(
  ctx: Ctx,
  { connectionId, settings }: Pick<SourceInput, 'settings'> & { connectionId?: string | null | undefined },
  wait: Omit<TurnWait, 'late'>,
  work: () => Promise<T>,
): Promise<T> => inTurn(ctx, { connectionId, input: settings, ...wait }, work);

/** The time limit for a test or a list of options, for which a form waits. */
const patienceMs = 30_000;
const turnPatienceMs = 20_000;

const soon = (signal: AbortSignal): AbortSignal => AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]);

const declared = <T>(work: Promise<T>, signal: AbortSignal): Promise<T> =>
  work.catch((error: unknown) => {
    if (signal.aborted) return fail('sources.unreachable');
    throw asDeclared(error);
  });

/** Tests a source whose settings need not be saved. Throws what `openInput` throws, and the connector's failures. */
export const testSource = async (ctx: Ctx, source: SourceInput, caller: AbortSignal): Promise<string> => {
  const { connector, input } = await openInput(ctx, source);
  const signal = soon(caller);
  const test = () => connector.test(connectorIo(ctx, signal), input);
  return declared(inSourceTurn(ctx, source, { signal, patienceMs: turnPatienceMs }, test), signal);
};

/**
 * Reads the options of a field from the source. The settings may be incomplete, so they are not validated. Throws
 * `sources.no_options`, `sources.connection_missing`, and the connector's failures.
 */
export const listOptions = async (
  ctx: Ctx,
  source: SourceInput & { field: string },
  caller: AbortSignal,
): Promise<FieldOption[]> => {
  const { connector, input } = await openInput(ctx, source, { isHalf: true });
  if (!connector.options) return fail('sources.no_options');
  const signal = soon(caller);
  const read = async () => (await connector.options?.(connectorIo(ctx, signal), input, source.field)) ?? [];
  return declared(inSourceTurn(ctx, source, { signal, patienceMs: turnPatienceMs }, read), signal);
};
