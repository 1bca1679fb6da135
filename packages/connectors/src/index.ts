import { apiConnector } from './api/api-connector.ts';
import type { Connector } from './connector.ts';
import { elasticsearchConnector } from './databases/elasticsearch.ts';
import { mongodbConnector } from './databases/mongodb.ts';
import { createPostgresql } from './databases/postgresql.ts';
import { createRedshift } from './databases/redshift.ts';
import { manualConnector } from './manual.ts';
import { webhookConnector } from './webhook.ts';
import { createWebsite } from './website/website.ts';

export { toConnectorFailure } from './api/answer.ts';
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
export { documentsOfMessage } from './webhook.ts';

/** Every connector, in the order of the list in which users choose. */
export const connectors: readonly Connector[] = [
  manualConnector,
  apiConnector,
  createWebsite(),
  webhookConnector,
  createPostgresql(),
  createRedshift(),
  elasticsearchConnector,
  mongodbConnector,
];
