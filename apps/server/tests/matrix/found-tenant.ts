import { apps } from '@atelier/contracts/assistants/apps';
import { documentImports } from '@atelier/contracts/content/documents/document-imports';
import { models } from '@atelier/contracts/content/models';
import { eventually } from '../eventually.ts';
import type { TestServer } from '../harness.ts';
import { newKnowledgeBase, uploadForm } from '../knowledge.ts';
import { proveOperator } from '../prove-operator.ts';
import type { Own } from './matrix.ts';

/** Creates tenant A, with one of everything that the rows name. */
export const foundTenant = async (server: Pick<TestServer, 'signUp' | 'dataFolder'>): Promise<Own> => {
  const { client: owner, user } = await server.signUp();
  const knowledgeBaseId = await newKnowledgeBase(owner);
  const form = uploadForm(knowledgeBaseId, { 'leave.txt': 'Leave is 25 days.' });
  await owner.fetch(documentImports.endpoints.importFile.path, { method: 'POST', body: form });
  const importId = await eventually(async () => {
    const page = await owner.call(documentImports.endpoints.listImports, { params: { id: knowledgeBaseId } });
    return page.balance.imported === 1 && page.items[0]?.knowledgeBaseImportId;
  });
  const { appId } = await owner.call(apps.endpoints.create, {
    body: { name: 'Ours', knowledgeBaseIds: [knowledgeBaseId] },
  });
  const { providerId } = await owner.call(models.endpoints.createProvider, {
    body: { kind: 'openai', name: 'Ours', settings: { apiKey: 'sk-ours' } },
  });
  await proveOperator(owner, server);
  const { addressId: modelAddressId } = await owner.call(models.endpoints.allowAddress, {
    body: { address: '127.0.0.1:11434' },
  });
  owner.cookies.delete('atelier_operator');
  return { owner, tenantId: user.tenantId, knowledgeBaseId, importId, appId, providerId, modelAddressId };
};
