import { makeApp } from '../chat.ts';
import type { Client } from '../client.ts';
import { makeFlow } from '../flows.ts';
import { makeBase, settled, upload } from '../knowledge.ts';
import type { Product } from '../product.ts';

interface Operation {
  parameters: { in: string; required: boolean }[];
}
export interface Description {
  paths: Record<string, Partial<Record<string, Operation>>>;
}

const idPattern = /"([a-z]{2,4}_[0-9a-z]{20,32})"/g;

/** Returns the ids that each list of the company has, by the address of the list, for calls that need one of something that exists. */
const collectIds = async (client: Client, { paths }: Description): Promise<Record<string, string[]>> => {
  const ids: Record<string, string[]> = {};
  for (const [path, { get }] of Object.entries(paths)) {
    if (
      !get ||
      path.includes('{') ||
      path.includes('event') ||
      get.parameters.some(({ required }) => required)
    )
      continue;
    const text = await (await client.fetch(path)).text();
    const found = [...new Set([...text.matchAll(idPattern)].map(([, id = '']) => id))];
    if (found.length > 0) ids[path] = found.slice(0, 20);
  }
  return ids;
};

const fillCompany = async (client: Client): Promise<void> => {
  const base = await makeBase(client, 'Handbook');
  await upload(client, base, [{ name: 'hours.txt', content: 'The shop is open from nine to five.' }]);
  await settled(client, base);
  await makeApp(client, 'Helper', base);
  await makeFlow(client, 'Notes', []);
  await client.post('/api/prompts/prompts', { name: 'Letter', prompt: 'Write a letter about {{subject}}.' });
};

export interface ScratchCompany {
  client: Client;
  description: Description;
  apiKey: string;
  ids: Record<string, string[]>;
}

/** Makes a company with one thing of the most frequent kinds. */
export const makeScratchCompany = async (product: Product): Promise<ScratchCompany> => {
  const { client } = await product.signUp();
  await fillCompany(client);
  const { apiKey } = await client.post<{ apiKey: string }>('/api/content/api/regenerate-api-key', {});
  const description = (await (await client.fetch('/api/openapi.json')).json()) as Description;
  return { client, description, apiKey, ids: await collectIds(client, description) };
};
