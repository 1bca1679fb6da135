import type { Connector } from './connector.ts';

export {
  type Connector,
  ConnectorError,
  type ConnectorErrorCode,
  type ConnectorInput,
  type ConnectorIo,
  type ReadEnd,
  type SourceEvent,
  type SourceItem,
} from './connector.ts';
export { type Plugin, plugins, type UpcomingConnector, upcomingConnectors } from './upcoming.ts';

/** Every connector there is; the order is that of the list that people choose from. */
export const connectors: readonly Connector[] = [];
