import { knowledge } from '@atelier/contracts/content/bases/knowledge';
import { matrixOf, type Own, type Parts } from '../matrix.ts';

const base = ({ knowledgeBaseId }: Own): Parts => ({ params: { id: knowledgeBaseId } });
const document = ({ importId }: Own): Parts => ({ params: { knowledgeBaseImportId: importId } });

const upload = ({ knowledgeBaseId }: Own): Parts => {
  const form = new FormData();
  form.append('knowledgeBaseId', knowledgeBaseId);
  form.append('file', new Blob(['Leave is 0 days.']), 'planted.txt');
  return { form };
};

export const knowledgeMatrix = matrixOf(knowledge, {
  create: { plain: 'it names nothing' },
  list: { plain: 'it lists the own knowledge bases' },
  get: { naming: base },
  update: { naming: (own) => ({ ...base(own), body: { name: 'Taken over' } }) },
  remove: { naming: (own) => ({ ...base(own), query: { force: true } }) },
  acceptedFiles: { plain: 'it says the same to everybody' },
  importFile: { naming: upload },
  uploadFile: { naming: upload },
  listImports: { naming: base },
  // A list of ids is answered with those that exist.
  getImports: { naming: ({ importId }) => ({ query: { kbImportIds: importId } }), refusal: [200] },
  events: { naming: ({ knowledgeBaseId }) => ({ query: { knowledgeBaseId } }) },
  cancelImport: { naming: document },
  retryImport: { naming: document },
  removeImports: { naming: ({ importId }) => ({ body: { ids: [importId] } }) },
  listChunks: { naming: document },
  readSource: { naming: document },
  download: { naming: document },
  retrievalTest: { naming: ({ knowledgeBaseId }) => ({ body: { knowledgeBaseId, query: 'leave' } }) },
});
