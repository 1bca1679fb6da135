import { auth } from '@atelier/contracts/account/identity/auth';
import { apps } from '@atelier/contracts/assistants/apps';
import { documentImports } from '@atelier/contracts/content/documents/document-imports';
import { type FakeOpenAI, startFakeOpenAI } from '@atelier/models/tests/fake-openai';
import type { Client } from '../client.ts';
import { offerModels } from '../fakes/model-provider.ts';
import { eventually, startTestServer, type TestServer } from '../harness.ts';
import { newKnowledgeBase, uploadForm } from '../knowledge.ts';

export const handbook = `# Leave

Employees get 25 days of paid leave per year.

# Remote work

Remote work needs the consent of the team lead.
`;

/** A running server with a company whose programs may ask an app about a handbook. */
export interface Workplace {
  server: TestServer;
  provider: FakeOpenAI;
  owner: Client;
  tenantId: string;
  knowledgeBaseId: string;
  appId: string;
  apiKey: string;
  /** Makes an app on the handbook, answered by a model of the provider where one is named. */
  makeApp(settings?: { name?: string; model?: string; access?: 'PUBLIC' | 'PRIVATE' }): Promise<string>;
  close(): Promise<void>;
}

const importHandbook = async (owner: Client): Promise<string> => {
  const knowledgeBaseId = await newKnowledgeBase(owner);
  const body = uploadForm(knowledgeBaseId, { 'handbook.md': handbook });
  await owner.fetch(documentImports.endpoints.importFile.path, { method: 'POST', body });
  await eventually(async () => {
    const page = await owner.call(documentImports.endpoints.listImports, { params: { id: knowledgeBaseId } });
    return page.balance.imported === 1;
  });
  return knowledgeBaseId;
};

export const openWorkplace = async (): Promise<Workplace> => {
  const provider = await startFakeOpenAI();
  const { hostname, port } = new URL(provider.baseUrl);
  const server = await startTestServer({ env: { OUTBOUND_ALLOW: `${hostname}:${port},${hostname}` } });
  const { client: owner, user } = await server.signUp();
  const knowledgeBaseId = await importHandbook(owner);
  const makeApp: Workplace['makeApp'] = async ({ name, model, access = 'PRIVATE' } = {}) => {
    const made = model && (await offerModels(owner, provider.baseUrl, { chatModels: [model] }));
    const { appId } = await owner.call(apps.endpoints.create, {
      body: {
        name: name ?? `App ${crypto.randomUUID()}`,
        access,
        knowledgeBaseIds: [knowledgeBaseId],
        ...(made ? { modelId: `${made.providerId}/${model}` } : {}),
      },
    });
    return appId;
  };
  const { apiKey } = await owner.call(auth.endpoints.getApiKey, {});
  return {
    ...{ server, provider, owner, knowledgeBaseId, makeApp },
    tenantId: user.tenantId,
    appId: await makeApp({ name: 'Handbook' }),
    apiKey: apiKey ?? '',
    close: async () => {
      await server.close();
      await provider.close();
    },
  };
};
