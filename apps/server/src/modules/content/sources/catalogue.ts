import { type Connector, connectors } from '@atelier/connectors';
import { plugins, upcomingConnectors } from '@atelier/connectors/upcoming';
import type { ImportType } from '@atelier/contracts/content/bases/import-shapes';
import type { ConnectorEntry } from '@atelier/contracts/content/sources/source-shapes';
import { Field } from '@atelier/contracts/fields/fields';

export const findConnector = (type: ImportType): Connector | undefined =>
  connectors.find((connector) => connector.type === type);

/** Returns the kind of connection that a connector uses. */
export const toConnectionKind = ({ service, type }: Connector) => ({
  service: service ?? ('WEB' as const),
  kind: type,
});

const toConnectionNeed = ({
  connectionFields,
  isConnectionOptional,
}: Connector): ConnectorEntry['connection'] => {
  if (connectionFields.length === 0) return 'NONE';
  return isConnectionOptional ? 'OPTIONAL' : 'REQUIRED';
};

type Words = Pick<Connector, 'title' | 'description' | 'help'>;

const unready = ({ title, description, help }: Words) => ({
  title,
  description,
  help: [...help],
  connection: 'NONE' as const,
  service: null,
  connectionFields: [],
  settingsFields: [],
});

const ready = (connector: Connector): Omit<ConnectorEntry, 'id' | 'kind'> => ({
  status: 'READY',
  type: connector.type,
  title: connector.title,
  description: connector.description,
  help: [...connector.help],
  connection: toConnectionNeed(connector),
  service: connector.connectionFields.length === 0 ? null : (connector.service ?? 'WEB'),
  connectionFields: connector.connectionFields.map((field) => Field.parse(field)),
  settingsFields: connector.settingsFields.map((field) => Field.parse(field)),
});

/**
 * Lists the available sources, then the announced ones, then the plugins. A source with a connector is no longer announced.
 */
export const listConnectors = (): ConnectorEntry[] => [
  ...connectors.map((connector) => ({
    id: connector.type.toLowerCase(),
    kind: 'CONNECTOR' as const,
    ...ready(connector),
  })),
  ...upcomingConnectors
    .filter(({ type }) => type === undefined || !findConnector(type))
    .map((entry) => ({
      id: entry.id,
      kind: 'CONNECTOR' as const,
      status: 'UPCOMING' as const,
      type: entry.type ?? null,
      ...unready(entry),
    })),
  ...plugins.map((plugin) => {
    const status = plugin.type && findConnector(plugin.type) ? ('READY' as const) : ('UPCOMING' as const);
    return { id: plugin.id, kind: 'PLUGIN' as const, status, type: plugin.type ?? null, ...unready(plugin) };
  }),
];
