import { type Connector, connectors } from '@atelier/connectors';
import type { ConnectionKind, ConnectionService } from '@atelier/contracts/content/connections/connections';
import { secretNames } from '@atelier/contracts/fields/field-secrets';
import type { FieldValues } from '@atelier/contracts/fields/fields';
import { allPieces, type Piece } from '@atelier/pieces';
import { type VectorStoreKind, vectorStoreKinds } from '@atelier/vector-stores';
import type { z } from 'zod';
import { fail } from '../../../kernel/base/errors.ts';
import type { Ctx } from '../../../kernel/context/context.ts';
import { outboundIo } from './outbound-io.ts';

/** A kind of connection with its test, which returns a sentence about what it found and throws on failure. */
export interface KnownKind extends z.input<typeof ConnectionKind> {
  test(ctx: Ctx, values: FieldValues, signal: AbortSignal): Promise<string>;
}

/** The name of the icon; the browser has an icon for each kind. */
const iconFor = (kind: string): string => kind.toLowerCase().replaceAll('_', '-');

const ofStore = (store: VectorStoreKind): KnownKind => ({
  service: 'VECTOR_STORE',
  kind: store.kind,
  title: store.title,
  icon: iconFor(store.kind),
  description: store.description,
  help: [...store.help],
  fields: [...store.fields],
  addressFields: [...store.addressFields],
  hasLimits: false,
  test: async (ctx, values, signal) => {
    const opened = store.open(values, outboundIo(ctx.services.outbound));
    try {
      return await opened.test(signal);
    } finally {
      await opened.close();
    }
  },
});

/** Triggers use connections too, but they call nobody. */
const isUsedBySteps = (service: ConnectionService, kind: string): boolean =>
  allPieces.some(
    ({ connection, actions }) =>
      connection?.service === service &&
      connection.kind === kind &&
      actions.some((action) => action.kind === 'outward'),
  );

const ofConnector = (connector: Connector): KnownKind => {
  const secret = new Set(secretNames(connector.connectionFields));
  const open = connector.connectionFields.map(({ name }) => name).filter((name) => !secret.has(name));
  return {
    service: connector.service ?? 'WEB',
    kind: connector.type,
    title: connector.title,
    icon: iconFor(connector.type),
    description: connector.description,
    help: [...connector.help],
    fields: [...connector.connectionFields],
    addressFields: [...(connector.addressFields ?? open)],
    hasLimits: isUsedBySteps(connector.service ?? 'WEB', connector.type),
    test: (ctx, values, signal) =>
      connector.test({ ...outboundIo(ctx.services.outbound), signal }, { connection: values, settings: {} }),
  };
};

type PieceConnection = NonNullable<Piece['connection']>;

const ofPiece = (connection: PieceConnection): KnownKind => ({
  service: connection.service,
  kind: connection.kind,
  title: connection.title,
  icon: iconFor(connection.kind),
  description: connection.description,
  help: [...connection.help],
  fields: [...connection.fields],
  addressFields: [...connection.addressFields],
  hasLimits: isUsedBySteps(connection.service, connection.kind),
  test: (ctx, values, signal) => connection.test(outboundIo(ctx.services.outbound), values, signal),
});

/** Connections that only steps of flows use. The others are described by their connector. */
const isNew = ({ service, kind }: PieceConnection): boolean =>
  !connectors.some((it) => it.type === kind && (it.service ?? 'WEB') === service);

const kinds: readonly KnownKind[] = [
  ...vectorStoreKinds.map(ofStore),
  ...connectors.filter(({ connectionFields }) => connectionFields.length > 0).map(ofConnector),
  ...allPieces.flatMap(({ connection }) => (connection && isNew(connection) ? [ofPiece(connection)] : [])),
];

export const listKinds = (service?: ConnectionService): readonly KnownKind[] =>
  kinds.filter((kind) => service === undefined || kind.service === service);

interface KindName {
  service: ConnectionService;
  kind: string;
}

export const findKind = ({ service, kind }: KindName): KnownKind | undefined =>
  kinds.find((known) => known.service === service && known.kind === kind);

/** Throws `connections.kind_unknown`. */
export const getKind = (name: KindName): KnownKind => findKind(name) ?? fail('connections.kind_unknown');
