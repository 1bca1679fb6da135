import { documentImports } from '@atelier/contracts/content/documents/document-imports';
import { matrixOf, type Own, type Parts } from '../matrix.ts';

const document = ({ importId }: Own): Parts => ({ params: { knowledgeBaseImportId: importId } });

const upload = ({ knowledgeBaseId }: Own): Parts => {
  const form = new FormData();
  form.append('knowledgeBaseId', knowledgeBaseId);
  form.append('file', new Blob(['Leave is 0 days.']), 'planted.txt');
  return { form };
};

export const documentImportsMatrix = matrixOf(documentImports, {
  acceptedFiles: { plain: 'it says the same to everybody' },
  importFile: { naming: upload },
  uploadFile: { naming: upload },
  listImports: { naming: ({ knowledgeBaseId }) => ({ params: { id: knowledgeBaseId } }) },
  // A list of ids is answered with those that exist.
  getImports: { naming: ({ importId }) => ({ query: { kbImportIds: importId } }), refusal: [200] },
  events: { naming: ({ knowledgeBaseId }) => ({ query: { knowledgeBaseId } }) },
  cancelImport: { naming: document },
  retryImport: { naming: document },
  removeImports: { naming: ({ importId }) => ({ body: { ids: [importId] } }) },
  listChunks: { naming: document },
  readSource: { naming: document },
  download: { naming: document },
});
