import { makeApp } from '../chat.ts';
import type { Client } from '../client.ts';
import { makeFlow } from '../flows.ts';
import { makeBase, settled, upload } from '../knowledge.ts';
import type { Product } from '../product.ts';

interface Operation {
  parameters: { in: string; name: string; required: boolean }[];
}
export interface Description {
  paths: Record<string, Partial<Record<string, Operation>>>;
}

/** Ids as the product makes them: a time comes first. */
const idPattern = /"([a-z]{2,4}_01[0-9a-z]{18,34})"/g;
const mostIds = 20;

/** Reads an address, and returns the ids in its answer. */
const idsAt = async (client: Client, path: string): Promise<string[]> => {
  const text = await (await client.fetch(path)).text();
  return [...new Set([...text.matchAll(idPattern)].map(([, id = '']) => id))].slice(0, mostIds);
};

const isStream = (path: string): boolean => /event|watch|stream/.test(path);

/** Returns the ids that each list of the company has, by the address of the list, for calls that need one of something that exists. */
const collectIds = async (client: Client, { paths }: Description): Promise<Record<string, string[]>> => {
  const ids: Record<string, string[]> = {};
  const lists = Object.entries(paths).filter(([path, { get }]) => get && !isStream(path));
  for (const [path, { get }] of lists) {
    if (path.includes('{') || get?.parameters.some(({ required }) => required)) continue;
    const found = await idsAt(client, path);
    if (found.length > 0) ids[path] = found;
  }
  // What is below one thing, such as the versions of an agent.
  const known = [...new Set(Object.values(ids).flat())];
  for (const [path, { get }] of lists) {
    const [, name] = /^[^{]*\{(\w+)\}[^{]*$/.exec(path) ?? [];
    if (name === undefined || get?.parameters.some((each) => each.required && each.in !== 'path')) continue;
    const word = path.split('/').at(-2)?.replace(/s$/, '') ?? '';
    const near = Object.entries(ids).filter(([list]) => list.includes(word));
    const tried = [...new Set(near.flatMap(([, found]) => found))].slice(0, 5);
    for (const id of tried.length > 0 ? tried : known.slice(0, 2)) {
      const found = (await idsAt(client, path.replace(`{${name}}`, id))).filter(
        (each) => !known.includes(each),
      );
      if (found.length > 0) ids[path] = [...(ids[path] ?? []), ...found].slice(0, mostIds);
    }
  }
  return ids;
};

/** A request with a body that the product takes. */
type Example = [method: 'POST' | 'PUT', path: string, body: Record<string, unknown>];

interface Made {
  appId: string;
  knowledgeBaseId: string;
  agentIds: string[];
}

const rule = {
  ...{ name: 'Dislikes', subjectKind: 'COMPANY', subjectId: null, metric: 'DISLIKES', threshold: 5 },
  ...{ hours: 24, least: 0, quietMinutes: 60, mail: 'ADMINS', webhookUrl: null, enabled: true },
};
const store = { service: 'VECTOR_STORE', kind: 'QDRANT', values: { url: 'https://127.0.0.1:6333' } };
const tool = { name: 'Orders', request: { url: 'https://example.com/orders', method: 'GET' } };

/** Requests that make one thing of most kinds. They are sent once, and the fuzzer begins with them. */
const examplesFor = ({ appId, knowledgeBaseId, agentIds: [agentId, leaderId] }: Made): Example[] => [
  ['POST', '/api/prompts/prompts', { name: 'Letter', prompt: 'Write a letter about {{subject}}.' }],
  ['POST', '/api/content/knowledge-base', { name: 'More' }],
  [
    'POST',
    '/api/content/manage-app',
    { name: 'Other', access: 'PRIVATE', orchestration: 'BASIC', knowledgeBaseIds: [knowledgeBaseId] },
  ],
  ['POST', '/api/crew/agents', { name: 'Clerk', description: 'Answers.', instructions: 'Be kind.' }],
  [
    'POST',
    '/api/crew/agent-crew',
    { name: 'Office', supervisor: { agentId: leaderId }, subordinates: [agentId] },
  ],
  ['POST', '/api/crew/tools', tool],
  ['POST', '/api/crew/mcps', { name: 'Files', url: 'https://mcp.invalid/mcp' }],
  ['POST', '/api/worker/workers', { name: 'Reader', agentId }],
  ['POST', '/api/monitoring/alert-rules', rule],
  ['POST', '/api/content/v2/connection', { name: 'Store', ...store }],
  ['POST', '/api/content/v2/connection/test', store],
  [
    'POST',
    '/api/content/v2/information-schema',
    { knowledgeBaseId, name: 'Invoices', columns: [{ name: 'Total' }] },
  ],
  [
    'POST',
    '/api/content/bot-performance',
    { appId, questions: [{ question: 'When is the shop open?', correctAnswer: 'From nine to five.' }] },
  ],
  [
    'POST',
    '/api/content/query',
    { appId, query: 'When is the shop open?', chatUserId: 'visitor-0123456789abcdef' },
  ],
  ['POST', '/api/query-engine/retrieval-test', { knowledgeBaseId, query: 'open' }],
  ['POST', '/api/tenant/invitations', { email: 'grace@example.com', role: 'BUILDER' }],
];

const fillCompany = async (client: Client): Promise<Example[]> => {
  const knowledgeBaseId = await makeBase(client, 'Handbook');
  await upload(client, knowledgeBaseId, [
    { name: 'hours.txt', content: 'The shop is open from nine to five.' },
  ]);
  await settled(client, knowledgeBaseId);
  const appId = await makeApp(client, 'Helper', knowledgeBaseId);
  await makeFlow(client, 'Notes', []);
  const agentIds: string[] = [];
  for (const name of ['Helper', 'Leader']) {
    const { agentId } = await client.post<{ agentId: string }>('/api/crew/agents', { name });
    await client.post(`/api/crew/agents/${agentId}/publish`, {});
    agentIds.push(agentId);
  }
  const examples = examplesFor({ appId, knowledgeBaseId, agentIds });
  for (const [method, path, body] of examples) {
    const { success, code, message } = await client.send(method, path, body);
    if (!success) console.log(`Not taken as an example: ${method} ${path} (${code}: ${message})`);
  }
  return examples;
};

export interface ScratchCompany {
  client: Client;
  description: Description;
  apiKey: string;
  tenantId: string;
  ids: Record<string, string[]>;
  /** Bodies that the product takes, by method and path. */
  examples: Record<string, Record<string, unknown>[]>;
}

/** Makes a company with one thing of the most frequent kinds. */
export const makeScratchCompany = async (product: Product): Promise<ScratchCompany> => {
  const { client, tenantId } = await product.signUp();
  const requests = await fillCompany(client);
  const { apiKey } = await client.post<{ apiKey: string }>('/api/content/api/regenerate-api-key', {});
  const description = (await (await client.fetch('/api/openapi.json')).json()) as Description;
  const examples: ScratchCompany['examples'] = {};
  for (const [method, path, body] of requests) (examples[`${method} ${path}`] ??= []).push(body);
  return { client, description, apiKey, tenantId, ids: await collectIds(client, description), examples };
};
