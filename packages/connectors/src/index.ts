import { apiConnector } from './api/api-connector.ts';
import type { Connector } from './connector.ts';
import { elasticsearchConnector } from './databases/elasticsearch.ts';
import { mongodbConnector } from './databases/mongodb.ts';
import { createPostgresql } from './databases/postgresql.ts';
import { createRedshift } from './databases/redshift.ts';
import { manualConnector } from './manual.ts';
import { webhookConnector } from './webhook.ts';
import { createWebsite } from './website/website.ts';

export { failureOf } from './api/answer.ts';
export {
  mostOfRecords,
  type RecordsOrder,
  type RecordsRead,
  readRecords,
} from './api/read-records.ts';
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
export { createPostgresql } from './databases/postgresql.ts';
export { createRedshift } from './databases/redshift.ts';
export { sqlLimits } from './databases/sql/dialect.ts';
export { type Plugin, plugins, type UpcomingConnector, upcomingConnectors } from './upcoming.ts';
export { documentsOfMessage } from './webhook.ts';
export { websiteLimits } from './website/limits.ts';
export { createWebsite } from './website/website.ts';

/** Every connector there is; the order is that of the list that people choose from. */
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
