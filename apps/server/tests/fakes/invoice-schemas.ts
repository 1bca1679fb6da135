import { models } from '@atelier/contracts/content/models';
import { schemas } from '@atelier/contracts/content/schemas/schemas';
import type { Client } from '../client.ts';
import { eventually } from '../harness.ts';
import { importTexts, newKnowledgeBase, settled } from '../knowledge.ts';
import type { ReadingModel } from './reading-model.ts';

const { endpoints } = schemas;

/** The columns of an invoice. */
export const invoice = [
  { name: 'Supplier', instruction: 'Who sent it' },
  { name: 'Total', type: 'NUMBER' as const },
  { name: 'Due', type: 'DATE' as const },
];

/** Imports files, and waits for them. Returns the ids of the imports. */
export const addFiles = async (
  client: Client,
  id: string,
  files: Record<string, string>,
): Promise<string[]> => {
  const ids = (await importTexts(client, id, files)).map((row) => row.knowledgeBaseImportId);
  await settled(client, ids);
  return ids;
};

/** Makes a knowledge base of these files. */
export const baseOf = async (client: Client, files: Record<string, string>) => {
  const id = await newKnowledgeBase(client);
  return { id, ids: await addFiles(client, id, files) };
};

/** Makes a schema with these columns. */
export const schemaOf = (client: Client, knowledgeBaseId: string, columns: object[] = invoice) =>
  client.call(endpoints.create, {
    body: { knowledgeBaseId, name: `Invoices ${crypto.randomUUID()}`, columns: columns as typeof invoice },
  });

/** Waits until no run is queued or running. */
export const ended = (client: Client, schemaId: string) =>
  eventually(async () => {
    const state = await client.call(endpoints.get, { params: { schemaId } });
    return !state.isActive && state;
  });

/** Adds a provider whose model extracts values. Returns the id of the model. */
export const useModel = async (client: Client, { origin }: ReadingModel): Promise<string> => {
  const { providerId } = await client.call(models.endpoints.createProvider, {
    body: {
      kind: 'openai-compatible',
      name: 'Readers',
      settings: { baseUrl: `${origin}/v1`, apiKey: 'sk-test' },
      chatModels: ['gpt-4o-mini'],
      embeddingModels: [],
    },
  });
  return `${providerId}/gpt-4o-mini`;
};

/** Texts of invoices, which the model can read. */
export const texts = (count: number): Record<string, string> =>
  Object.fromEntries(
    Array.from({ length: count }, (_each, at) => [
      `inv-${at}.md`,
      `Supplier is Firm ${at}. Total is ${at + 1},000 EUR. Due is ${at + 1} March 2026.`,
    ]),
  );
