import { documentImports } from '@atelier/contracts/content/documents/document-imports';
import { documents } from '@atelier/contracts/content/documents/documents';
import { matrixOf, type Own, type Parts } from '../matrix.ts';

const named = ({ importId: knowledgeBaseImportId }: Own): { body: object } => ({
  body: { knowledgeBaseImportId },
});
const listed = ({ importId }: Own, change: object): Parts => ({ body: { ids: [importId], ...change } });
const version = ({ importId }: Own): Parts => ({ params: { knowledgeBaseImportId: importId, version: 1 } });

const chunkOf = async ({ owner, importId }: Own): Promise<string> => {
  const { items } = await owner.call(documentImports.endpoints.listChunks, {
    params: { knowledgeBaseImportId: importId },
  });
  return items[0]?.chunkId ?? 'chk_missing';
};

export const documentsMatrix = matrixOf(documents, {
  viewExtracted: { naming: named },
  editContent: {
    naming: (own) => ({ body: { ...named(own).body, version: 1, text: 'Leave is 0 days.' } }),
  },
  chooseEncoding: {
    naming: ({ importId }) => ({
      params: { knowledgeBaseImportId: importId },
      body: { encoding: 'windows-1251' },
    }),
  },
  correctLines: {
    naming: ({ importId }) => ({
      params: { knowledgeBaseImportId: importId },
      body: { version: 1, corrections: [{ line: 'Leave is 25 days.', start: 0, text: 'Leave is 0 days.' }] },
    }),
  },
  listVersions: { naming: ({ importId }) => ({ params: { knowledgeBaseImportId: importId } }) },
  compareVersions: {
    naming: ({ importId }) => ({ params: { knowledgeBaseImportId: importId }, query: { from: 1, to: 1 } }),
  },
  downloadVersion: { naming: version },
  revertVersion: { naming: (own) => ({ body: { ...named(own).body, version: 1 } }) },
  deleteVersion: { naming: version },
  addChunk: { naming: (own) => ({ body: { ...named(own).body, text: 'Leave is 0 days.' } }) },
  editChunk: {
    naming: async (own) => ({ body: { chunkId: await chunkOf(own), text: 'Leave is 0 days.' } }),
  },
  removeChunk: { naming: async (own) => ({ body: { chunkId: await chunkOf(own) } }) },
  changeMetadata: { naming: (own) => listed(own, { metadata: { owner: 'nobody' } }) },
  setState: { naming: (own) => listed(own, { state: 'DISABLED' }) },
  summarize: { naming: named },
  summarizeAndSave: { naming: named },
  readSummary: { naming: ({ importId: knowledgeBaseImportId }) => ({ query: { knowledgeBaseImportId } }) },
});
