import type { Client } from '../../e2e/src/client.ts';
import { eventually } from '../../e2e/src/eventually.ts';
import { formOf, listImports, makeBase } from '../../e2e/src/knowledge.ts';
import { type Product, startProduct } from '../../e2e/src/product.ts';
import type { BenchFile } from './corpus.ts';

/** The running product with a signed-up tenant and its API key. */
export interface TestBed {
  product: Product;
  client: Client;
  tenantId: string;
  apiKey: string;
  databaseUrl: string;
  /** The environment of the product. A change applies from its next start. */
  env: Record<string, string>;
  close(): Promise<void>;
}

/** Starts the product on the embedded database, or on the empty database at `address`. */
export const prepareTestBed = async (
  settings: Record<string, string>,
  address?: string,
): Promise<TestBed> => {
  const env = { FREE_CREDITS: '1000000000', ...settings };
  const product = await startProduct({ env, ...(address === undefined ? {} : { databaseUrl: address }) });
  try {
    const { client, tenantId } = await product.signUp();
    const { apiKey } = await client.get<{ apiKey: string }>('/api/content/get-api-key');
    const databaseUrl = await product.databaseUrl();
    return { product, client, tenantId, apiKey, databaseUrl, env, close: () => product.close() };
  } catch (error) {
    await product.close();
    throw error;
  }
};

/** Uploads files and resolves when all of them are searchable. Throws when an import failed. */
export const importAll = async (client: Client, base: string, files: readonly BenchFile[]): Promise<void> => {
  await client.post('/api/import/import-file', formOf(base, files));
  const path = `/api/import/knowledge-base/${base}/imports?limit=1`;
  const balance = await eventually(
    async () => {
      const page = await client.get<{ balance: { pending: number; imported: number; failed: number } }>(path);
      return page.balance.pending === 0 && page.balance;
    },
    { within: 240_000, every: 40, what: 'The import' },
  );
  if (balance.imported === files.length) return;
  const failed = (await listImports(client, base)).find(({ error }) => error);
  throw new Error(`${balance.failed} files failed: ${JSON.stringify(failed)}`);
};

/** Creates a knowledge base that contains these files, and resolves to its id. */
export const importKnowledgeBase = async (
  { client }: TestBed,
  files: readonly BenchFile[],
  settings: object = {},
): Promise<string> => {
  const base = await makeBase(client, `Base ${crypto.randomUUID()}`, settings);
  await importAll(client, base, files);
  return base;
};

export const makeApp = async ({ client }: TestBed, settings: object): Promise<string> =>
  (
    await client.post<{ appId: string }>('/api/content/manage-app', {
      name: `App ${crypto.randomUUID()}`,
      access: 'PUBLIC',
      orchestration: 'BASIC',
      ...settings,
    })
  ).appId;
