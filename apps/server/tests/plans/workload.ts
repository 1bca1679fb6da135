import { apps } from '@atelier/contracts/assistants/apps';
import { chat } from '@atelier/contracts/assistants/chat/chat';
import { retrieval } from '@atelier/contracts/content/retrieval/retrieval';
import type { Endpoint } from '@atelier/contracts/kernel/contract';
import { eventually } from '../eventually.ts';
import { offerModels } from '../fakes/model-provider.ts';
import type { TestServer } from '../harness.ts';
import { importTexts, newKnowledgeBase, readImports } from '../knowledge.ts';
import { ask } from '../matrix/ask.ts';
import { foundTenant } from '../matrix/found-tenant.ts';
import { matrices } from '../matrix/index.ts';
import type { Matrix, Own, Parts } from '../matrix/matrix.ts';

/** A request that a tenant sends often. */
export interface Work {
  name: string;
  run(): Promise<unknown>;
}

interface Reading {
  endpoint: Endpoint;
  parts: Parts;
}

/** The reads that a tenant's people and programs send most often, by contract and endpoint. */
const hotReads: Partial<Record<keyof typeof matrices, readonly string[]>> = {
  auth: ['session'],
  knowledge: ['list', 'get'],
  documentImports: ['listImports', 'getImports', 'listChunks', 'readSource'],
  apps: ['list', 'get'],
  chat: ['chatbot', 'sessions', 'session', 'source'],
  history: ['tenantHistory', 'queryHistory', 'queryDetails'],
  retrieval: ['history', 'listQuestions'],
  billing: ['subscription', 'creditUsage', 'usageRecords'],
  audit: ['list', 'choices'],
  storage: ['use'],
  runs: ['list', 'get', 'steps'],
};

/** Returns those requests, with ids of the tenant's objects. */
const readings = async (own: Own): Promise<Reading[]> => {
  const found: Reading[] = [];
  for (const [name, endpoints = []] of Object.entries(hotReads)) {
    const { contract, rows }: Matrix = matrices[name as keyof typeof matrices];
    for (const endpointName of endpoints) {
      const endpoint = contract.endpoints[endpointName];
      const row = rows[endpointName];
      if (!endpoint || !row) throw new Error(`There is no endpoint ${name}.${endpointName}.`);
      found.push({ endpoint, parts: 'naming' in row ? await row.naming(own) : (row.parts ?? {}) });
    }
  }
  return found;
};

const question = 'How many days of leave do employees get?';

/**
 * Prepares a tenant with documents, apps and models, and returns the requests that its people send all day: every read, and the most
 * frequent writes.
 */
export const prepareWorkload = async (
  server: TestServer,
  modelsUrl: string,
): Promise<{ own: Own; works: Work[] }> => {
  const own = await foundTenant(server);
  const { owner } = own;
  const { providerId } = await offerModels(owner, modelsUrl, {
    chatModels: ['fake-tokens-10'],
    embeddingModels: ['fake-embedding'],
  });
  const modelId = `${providerId}/fake-tokens-10`;
  const base = await newKnowledgeBase(owner, { embeddingModelId: `${providerId}/fake-embedding` });
  let file = 0;
  const importFile = async () => {
    file += 1;
    const [made] = await importTexts(owner, base, {
      [`leave-${file}.md`]: `# Leave ${file}\n\nEmployees get ${file} days of leave.`,
    });
    const id = made?.knowledgeBaseImportId ?? '';
    await eventually(async () => (await readImports(owner, [id]))[0]?.status === 'COMPLETED');
    return id;
  };
  for (let count = 0; count < 3; count += 1) await importFile();
  const makeApp = async (settings: object) =>
    (
      await owner.call(apps.endpoints.create, {
        body: { name: `App ${crypto.randomUUID()}`, modelId, ...settings },
      })
    ).appId;
  const plain = await makeApp({});
  const knowing = await makeApp({ knowledgeBaseIds: [base] });
  const converse = (appId: string) => async () => {
    const { conversationId } = await owner.call(chat.endpoints.query, { body: { appId, query: question } });
    await owner.call(chat.endpoints.query, { body: { appId, query: 'And in May?', conversationId } });
  };
  const own2 = { ...own, knowledgeBaseId: base, importId: await importFile(), appId: knowing };
  const session = { cookie: `atelier_session=${owner.cookies.get('atelier_session') ?? ''}` };
  const works: Work[] = (await readings(own2)).map(({ endpoint, parts }) => ({
    name: `GET ${endpoint.path}`,
    run: () => ask(server.origin, endpoint, parts, session),
  }));
  works.push(
    { name: 'a conversation without knowledge', run: converse(plain) },
    { name: 'a conversation over a knowledge base', run: converse(knowing) },
    {
      name: 'a retrieval test',
      run: () =>
        owner.call(retrieval.endpoints.retrievalTest, { body: { knowledgeBaseId: base, query: question } }),
    },
    { name: 'an import', run: importFile },
  );
  return { own: own2, works };
};
