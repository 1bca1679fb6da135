import type { Connector, ConnectorInput, ConnectorIo } from '@atelier/connectors';
import type { SourceInput } from '@atelier/contracts/content/sources/source-shapes';
import { valuesSchema } from '@atelier/contracts/fields/field-schema';
import type { FieldValues } from '@atelier/contracts/fields/fields';
import { fail } from '../../../../kernel/base/errors.ts';
import type { AnyCtx, Ctx } from '../../../../kernel/context/context.ts';
import type { TurnWait } from '../../../../kernel/runs/turns/index.ts';
import { findConnection, inTurn, openConnection, outboundIo } from '../../connections/index.ts';
import { findConnector, toConnectionKind } from '../catalogue.ts';
import { records } from '../computations.ts';
import { asDeclared } from '../failures.ts';

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
export const recordReader = (ctx: Ctx, signal?: AbortSignal): Pick<ConnectorIo, 'readRecords'> => ({
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
