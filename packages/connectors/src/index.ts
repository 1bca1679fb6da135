import { apiConnector } from './api/api-connector.ts';
import type { Connector } from './connector.ts';
import { manualConnector } from './manual.ts';
import { webhookConnector } from './webhook.ts';

export { failureOf } from './api/answer.ts';
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
export { documentsOfMessage } from './webhook.ts';

/** Every connector there is; the order is that of the list that people choose from. */
export const connectors: readonly Connector[] = [manualConnector, apiConnector, webhookConnector];
