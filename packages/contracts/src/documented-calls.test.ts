import { describe, expect, it } from 'vitest';
import { contracts } from './index.ts';
import type { Endpoint } from './kernel/contract.ts';

const endpoints: Endpoint[] = Object.values(contracts).flatMap((contract) =>
  Object.values<Endpoint>(contract.endpoints),
);

/** Expects exactly one endpoint with this address, which requires a signed-in user. */
const expectOffered = (method: Endpoint['method'], path: string): void => {
  const found = endpoints.filter((each) => each.method === method && each.path === path);
  expect(found).toHaveLength(1);
  for (const { access } of found) expect('allow' in access || 'signedIn' in access).toBe(true);
};

/** The addresses are those of the requirements, below the prefix of their service. */
describe('a signed-in user has a call that', () => {
  it('reads one knowledge base', { tags: ['KB-24'] }, () =>
    expectOffered('GET', '/api/content/knowledge-base/:id'),
  );
  it('lists knowledge bases', { tags: ['KB-25'] }, () =>
    expectOffered('GET', '/api/content/knowledge-bases'),
  );
  it('creates a knowledge base', { tags: ['KB-26'] }, () =>
    expectOffered('POST', '/api/content/knowledge-base'),
  );
  it('updates a knowledge base', { tags: ['KB-27'] }, () =>
    expectOffered('PUT', '/api/content/knowledge-base'),
  );
  it('deletes knowledge bases', { tags: ['KB-28'] }, () =>
    expectOffered('DELETE', '/api/content/knowledge-base'),
  );
  it('deletes a knowledge base by its id', { tags: ['KB-29'] }, () =>
    expectOffered('DELETE', '/api/content/knowledge-base/:id'),
  );
  it('saves the data structure of a knowledge base', { tags: ['KB-30'] }, () =>
    expectOffered('POST', '/api/content/knowledge-base-data-structure'),
  );
  it('deletes an import', { tags: ['KB-31'] }, () =>
    expectOffered('DELETE', '/api/content/knowledge-base-import'),
  );
  it('imports into a knowledge base', { tags: ['KB-32'] }, () =>
    expectOffered('POST', '/api/content/import-knowledge-base'),
  );
  it('reads the details of a schema', { tags: ['KB-33'] }, () =>
    expectOffered('GET', '/api/content/knowledge-base-schema-details'),
  );
  it('deletes a schema', { tags: ['KB-34'] }, () => expectOffered('DELETE', '/api/content/schema'));
  it('reads the summary of an import', { tags: ['IMPORT-46'] }, () =>
    expectOffered('GET', '/api/content/summarised-import'),
  );
  it('reads the extracted text of an import', { tags: ['IMPORT-47'] }, () =>
    expectOffered('POST', '/api/content/view-extracted-data'),
  );
  it('summarises a document', { tags: ['IMPORT-48'] }, () =>
    expectOffered('POST', '/api/content/summarize-doc'),
  );
  it('reverts an import to an earlier version', { tags: ['IMPORT-49'] }, () =>
    expectOffered('PUT', '/api/content/revert-import-version'),
  );
  it('uploads a file', { tags: ['IMPORT-50'] }, () => expectOffered('POST', '/api/content/upload-file'));
  it('reads imports by their ids', { tags: ['IMPORT-51'] }, () =>
    expectOffered('GET', '/api/import/v2/import'),
  );
  it('estimates an import', { tags: ['IMPORT-52'] }, () =>
    expectOffered('POST', '/api/import/v2/import-estimate'),
  );
  it('starts an import', { tags: ['IMPORT-53'] }, () => expectOffered('POST', '/api/import/v2/import-init'));
  it('runs an import', { tags: ['IMPORT-54'] }, () => expectOffered('POST', '/api/import/import'));
  it('creates an import in a knowledge base', { tags: ['IMPORT-55'] }, () =>
    expectOffered('POST', '/api/import/knowledge-base-import'),
  );
  it('imports from an API', { tags: ['IMPORT-56'] }, () =>
    expectOffered('POST', '/api/import/import-by-api'),
  );
  it('imports an uploaded file', { tags: ['IMPORT-57'] }, () =>
    expectOffered('POST', '/api/import/import-file'),
  );
  it('summarises a document and saves the summary', { tags: ['IMPORT-58'] }, () =>
    expectOffered('POST', '/api/import/summarize-doc-and-save-to-db'),
  );
  it('edits the text of an import', { tags: ['IMPORT-59'] }, () =>
    expectOffered('POST', '/api/import/edit-import-content'),
  );
  it('edits the metadata of an import', { tags: ['IMPORT-60'] }, () =>
    expectOffered('PATCH', '/api/import/v2/knowledge-base-import'),
  );
  it('reads an import for review', { tags: ['IMPORT-61'] }, () =>
    expectOffered('GET', '/api/import/v2/review-data/:knowledgeBaseImportId'),
  );
  it('adds a chunk', { tags: ['CHUNK-04'] }, () =>
    expectOffered('POST', '/api/import/v2/knowledge-base-import/chunk'),
  );
  it('edits a chunk', { tags: ['CHUNK-05'] }, () =>
    expectOffered('PATCH', '/api/import/v2/knowledge-base-import/chunk'),
  );
  it('deletes a chunk', { tags: ['CHUNK-06'] }, () =>
    expectOffered('DELETE', '/api/import/v2/knowledge-base-import/chunk'),
  );
  it('gives the address for an authorization', { tags: ['CONNECTOR-44'] }, () =>
    expectOffered('POST', '/api/datasource/get-authorization-url'),
  );
  it('reads the storage in use', { tags: ['STORAGE-05'] }, () =>
    expectOffered('GET', '/api/payment/storage'),
  );
  it('lists the stored items', { tags: ['STORAGE-06'] }, () =>
    expectOffered('GET', '/api/payment/storage/items'),
  );
  it('deletes stored items', { tags: ['STORAGE-07'] }, () =>
    expectOffered('DELETE', '/api/payment/storage/items'),
  );
  it('creates an app', () => expectOffered('POST', '/api/content/manage-app'));
  it('changes an app', { tags: ['APP-43'] }, () => expectOffered('PUT', '/api/content/manage-app'));
  it('reads one app', () => expectOffered('GET', '/api/content/manage-app/:id'));
  it('lists apps', { tags: ['APP-47'] }, () => expectOffered('GET', '/api/content/apps'));
  it('reverts the settings of an app', { tags: ['APP-50'] }, () =>
    expectOffered('PUT', '/api/content/revert-app-settings'),
  );
  it('records a guided tour', { tags: ['TOUR-17'] }, () =>
    expectOffered('PUT', '/api/tenant/users/:id/guided-tour'),
  );
});
