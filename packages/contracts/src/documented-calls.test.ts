import { describe, expect, it } from 'vitest';
import { contracts } from './index.ts';
import type { Endpoint } from './kernel/contract.ts';

/** The calls about knowledge as the documents name them, under the prefix of their service. */
const calls = [
  ['KB-24', 'GET', '/api/content/knowledge-base/:id'],
  ['KB-25', 'GET', '/api/content/knowledge-bases'],
  ['KB-26', 'POST', '/api/content/knowledge-base'],
  ['KB-27', 'PUT', '/api/content/knowledge-base'],
  ['KB-28', 'DELETE', '/api/content/knowledge-base'],
  ['KB-29', 'DELETE', '/api/content/knowledge-base/:id'],
  ['KB-30', 'POST', '/api/content/knowledge-base-data-structure'],
  ['KB-31', 'DELETE', '/api/content/knowledge-base-import'],
  ['KB-32', 'POST', '/api/content/import-knowledge-base'],
  ['KB-33', 'GET', '/api/content/knowledge-base-schema-details'],
  ['KB-34', 'DELETE', '/api/content/schema'],
  ['IMPORT-46', 'GET', '/api/content/summarised-import'],
  ['IMPORT-47', 'POST', '/api/content/view-extracted-data'],
  ['IMPORT-48', 'POST', '/api/content/summarize-doc'],
  ['IMPORT-49', 'PUT', '/api/content/revert-import-version'],
  ['IMPORT-50', 'POST', '/api/content/upload-file'],
  ['IMPORT-51', 'GET', '/api/import/v2/import'],
  ['IMPORT-52', 'POST', '/api/import/v2/import-estimate'],
  ['IMPORT-53', 'POST', '/api/import/v2/import-init'],
  ['IMPORT-54', 'POST', '/api/import/import'],
  ['IMPORT-55', 'POST', '/api/import/knowledge-base-import'],
  ['IMPORT-56', 'POST', '/api/import/import-by-api'],
  ['IMPORT-57', 'POST', '/api/import/import-file'],
  ['IMPORT-58', 'POST', '/api/import/summarize-doc-and-save-to-db'],
  ['IMPORT-59', 'POST', '/api/import/edit-import-content'],
  ['IMPORT-60', 'PATCH', '/api/import/v2/knowledge-base-import'],
  ['IMPORT-61', 'GET', '/api/import/v2/review-data/:knowledgeBaseImportId'],
  ['CHUNK-04', 'POST', '/api/import/v2/knowledge-base-import/chunk'],
  ['CHUNK-05', 'PATCH', '/api/import/v2/knowledge-base-import/chunk'],
  ['CHUNK-06', 'DELETE', '/api/import/v2/knowledge-base-import/chunk'],
  ['CONNECTOR-44', 'POST', '/api/datasource/get-authorization-url'],
  ['STORAGE-05', 'GET', '/api/payment/storage'],
  ['STORAGE-06', 'GET', '/api/payment/storage/items'],
  ['STORAGE-07', 'DELETE', '/api/payment/storage/items'],
  ['TOUR-17', 'PUT', '/api/tenant/users/:id/guided-tour'],
] as const;

const endpoints: Endpoint[] = Object.values(contracts).flatMap((contract) =>
  Object.values<Endpoint>(contract.endpoints),
);

describe('the calls of the documents', {
  tags: [
    'KB-24',
    'KB-25',
    'KB-26',
    'KB-27',
    'KB-28',
    'KB-29',
    'KB-30',
    'KB-31',
    'KB-32',
    'KB-33',
    'KB-34',
    'IMPORT-46',
    'IMPORT-47',
    'IMPORT-48',
    'IMPORT-49',
    'IMPORT-50',
    'IMPORT-51',
    'IMPORT-52',
    'IMPORT-53',
    'IMPORT-54',
    'IMPORT-55',
    'IMPORT-56',
    'IMPORT-57',
    'IMPORT-58',
    'IMPORT-59',
    'IMPORT-60',
    'IMPORT-61',
    'CHUNK-04',
    'CHUNK-05',
    'CHUNK-06',
    'CONNECTOR-44',
    'STORAGE-05',
    'STORAGE-06',
    'STORAGE-07',
    'TOUR-17',
  ],
}, () => {
  it.each(calls)('%s stands at its address, once, for who is signed in: %s %s', (_id, method, path) => {
    const found = endpoints.filter((each) => each.method === method && each.path === path);
    expect(found).toHaveLength(1);
    for (const { access } of found) expect('allow' in access || 'signedIn' in access).toBe(true);
  });
});
