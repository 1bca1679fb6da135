import type { ImportBalance, KnowledgeImport } from '@atelier/contracts/content/bases/import-shapes';
import { KnowledgeBase } from '@atelier/contracts/content/bases/knowledge-shapes';
import type { Connection } from '@atelier/contracts/content/connections/connections';
import { type ConnectorEntry, Source } from '@atelier/contracts/content/sources/source-shapes';
import type { z } from 'zod';

const entry = (given: Partial<ConnectorEntry> & Pick<ConnectorEntry, 'id' | 'title'>): ConnectorEntry => ({
  kind: 'CONNECTOR',
  status: 'READY',
  type: null,
  description: `${given.title} in a sentence.`,
  help: [`Open ${given.title}.`, 'Go on from there.'],
  connection: 'NONE',
  service: null,
  connectionFields: [],
  settingsFields: [],
  ...given,
});

/** A part of the catalogue as the server sends it. */
export const connectorReplies: ConnectorEntry[] = [
  entry({
    id: 'manual',
    type: 'MANUAL',
    title: 'Text',
    settingsFields: [
      { name: 'title', label: 'Title', type: 'SHORT_TEXT', required: true },
      { name: 'text', label: 'Text', type: 'LONG_TEXT', required: true },
    ],
  }),
  entry({
    id: 'website',
    type: 'WEBSITE',
    title: 'Website',
    settingsFields: [
      { name: 'address', label: 'Address', type: 'SHORT_TEXT', required: true },
      { name: 'pages', label: 'Most pages', type: 'NUMBER', required: false, default: 50, min: 1, max: 50 },
    ],
  }),
  entry({
    id: 'api',
    type: 'API',
    title: 'API',
    settingsFields: [{ name: 'url', label: 'Address', type: 'SHORT_TEXT', required: true }],
  }),
  entry({
    id: 'postgresql',
    type: 'POSTGRESQL',
    title: 'PostgreSQL',
    connection: 'REQUIRED',
    service: 'DATABASE',
    connectionFields: [
      { name: 'host', label: 'Host', type: 'SHORT_TEXT', required: true },
      { name: 'port', label: 'Port', type: 'NUMBER', required: true, default: 5432 },
    ],
    settingsFields: [{ name: 'table', label: 'Table', type: 'SHORT_TEXT', required: true }],
  }),
  entry({ id: 'gmail', type: 'GMAIL', title: 'Gmail', status: 'UPCOMING' }),
  entry({ id: 'aws-s3', title: 'AWS S3', status: 'UPCOMING' }),
  entry({ id: 'plugin-rest', kind: 'PLUGIN', type: 'API', title: 'Rest API Call' }),
  entry({ id: 'plugin-calendar', kind: 'PLUGIN', title: 'Microsoft Calendar', status: 'UPCOMING' }),
];

const balance = { found: 3, imported: 2, unchanged: 0, skipped: 1, failed: 0, pending: 0, removed: 0 };

/** A source as the server shows it. */
export const sourceReply = (given: Partial<Source> = {}): Source =>
  Source.parse({
    revision: 1,
    sourceId: 'src_1',
    knowledgeBaseId: 'kb_1',
    type: 'API',
    name: 'Articles',
    settings: { url: 'https://api.example.com/articles' },
    connectionId: null,
    schedule: { every: 'DAILY' },
    maxItems: 1000,
    skipDuplicates: true,
    labels: {},
    state: 'ACTIVE',
    pauseReason: null,
    nextSyncAt: '2026-03-02T00:00:00.000Z',
    lastSyncAt: '2026-03-01T00:00:00.000Z',
    sync: {
      syncId: 'run_1',
      status: 'COMPLETED',
      stage: null,
      progress: 1,
      note: null,
      startedAt: '2026-03-01T00:00:00.000Z',
      finishedAt: '2026-03-01T00:00:00.000Z',
    },
    balance,
    documents: 2,
    hook: null,
    createdAt: '2026-03-01T00:00:00.000Z',
    updatedAt: '2026-03-01T00:00:00.000Z',
    abilities: { canSync: true, canUpdate: true, canRemove: true },
    ...given,
  });

/** A knowledge base as the server shows it. */
export const baseReply = KnowledgeBase.parse({
  imageHandling: 'OCR',
  revision: 1,
  knowledgeBaseId: 'kb_1',
  name: 'Handbook',
  description: '',
  sourceKinds: ['DOCUMENTS'],
  embeddingModelId: null,
  languageModelId: null,
  vectorStore: 'EMBEDDED',
  language: 'english',
  connectionId: null,
  chunking: {},
  retrieval: {},
  counts: { documents: 2, ready: 2, processing: 0, failed: 0, chunks: 9 },
  apps: [],
  status: 'ON',
  share: 'PRIVATE',
  summarize: false,
  dataStructure: [],
  createdAt: '2026-03-01T00:00:00.000Z',
  updatedAt: '2026-03-01T00:00:00.000Z',
  abilities: { canUpdate: true, canImport: true, canRemove: true },
});

/** A connection as the server shows it. */
export const connectionReply = (given: Partial<Connection> = {}): Connection => ({
  revision: 1,
  connectionId: 'con_1',
  name: 'Our vectors',
  icon: 'qdrant',
  service: 'VECTOR_STORE',
  kind: 'QDRANT',
  title: 'Qdrant',
  values: { url: 'https://qdrant.example.com', apiKey: '' },
  secretsSet: ['apiKey'],
  limits: null,
  lastTest: null,
  uses: [],
  createdAt: '2026-03-01T00:00:00.000Z',
  updatedAt: '2026-03-01T00:00:00.000Z',
  abilities: { canUpdate: true, canRemove: true },
  ...given,
});

export const pageReply = (items: object[], more: object = {}) => ({
  data: { items, nextCursor: null, total: items.length, ...more },
});

/** A page of a knowledge base's documents, with the balance that the server always sends beside them. */
export const importsReply = (
  items: readonly KnowledgeImport[] = [],
  counts: Partial<z.infer<typeof ImportBalance>> = {},
) => ({
  data: {
    items,
    nextCursor: null,
    total: items.length,
    balance: { found: 0, imported: 0, unchanged: 0, skipped: 0, failed: 0, pending: 0, ...counts },
  },
});

/** A document as the server shows it. */
export const documentReply = (given: Partial<KnowledgeImport> = {}): KnowledgeImport => ({
  knowledgeBaseImportId: 'imp_1',
  knowledgeBaseId: 'kb_1',
  name: 'leave.txt',
  type: 'FILE',
  status: 'COMPLETED',
  stage: null,
  progress: 1,
  size: 100,
  pages: null,
  chunkCount: 1,
  note: null,
  encoding: null,
  url: null,
  state: 'ENABLED',
  version: 1,
  documentType: null,
  language: null,
  categories: [],
  metadata: {},
  summaryState: 'NONE',
  sameAs: null,
  createdAt: '2026-03-01T00:00:00.000Z',
  finishedAt: '2026-03-01T00:00:00.000Z',
  abilities: { canRemove: true },
  ...given,
});
