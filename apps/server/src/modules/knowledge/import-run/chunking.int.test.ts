import { readFile } from 'node:fs/promises';
import { knowledge } from '@atelier/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../tests/client.ts';
import { startTestServer, type TestServer } from '../../../../tests/harness.ts';
import { importTexts, settled } from '../../../../tests/knowledge.ts';

const { endpoints } = knowledge;
const text = 'First, write to jo@mail.example today.\n\nSecond.\n\nThird --- and fourth.';

describe('how documents are cut', () => {
  let server: TestServer;
  let client: Client;

  beforeAll(async () => {
    server = await startTestServer();
    client = (await server.signUp()).client;
  });
  afterAll(() => server.close());

  it('follows the strategy and preprocessing of the knowledge base, with exact places in the text (CHUNK-01, KB-04)', async () => {
    const chunking = { strategy: 'PARAGRAPH', preprocessing: { removeEmails: true } } as const;
    const base = await client.call(endpoints.create, { body: { name: 'Paragraphs', chunking } });
    expect(base.chunking).toMatchObject({ strategy: 'PARAGRAPH', maxTokens: 400 });
    const [imported] = await importTexts(client, base.knowledgeBaseId, { 'a.txt': text });
    const importId = imported?.knowledgeBaseImportId ?? '';
    await settled(client, [importId]);
    const { items } = await client.call(endpoints.listChunks, { params: { importId } });
    expect(items.map((chunk) => chunk.text)).toEqual([
      'First, write to  today.',
      'Second.',
      'Third --- and fourth.',
    ]);
    const { sections } = await client.call(endpoints.readSource, { params: { importId } });
    const stored = sections.map((section) => section.text).join('');
    for (const { start, end, text: passage } of items) expect(stored.slice(start, end)).toBe(passage);
  });

  it('asks for a separator where text is cut at separators (CHUNK-03)', async () => {
    const { status, body } = await client.send(endpoints.create, {
      body: { name: 'None', chunking: { strategy: 'SEPARATOR' } },
    });
    expect(status).toBe(400);
    expect(JSON.stringify(body)).toContain('Please enter at least one separator');
  });

  it('imports a scanned picture by its text and says how sure it is (IMPORT-17, IMPORT-34)', async () => {
    const path = '../../../../../../packages/documents/tests/pictures/leave.png';
    const picture = Uint8Array.from(await readFile(new URL(path, import.meta.url)));
    const base = await client.call(endpoints.create, { body: { name: 'Scans' } });
    const [imported] = await importTexts(client, base.knowledgeBaseId, { 'scan.png': picture });
    const [done] = await settled(client, [imported?.knowledgeBaseImportId ?? ''], 120_000);
    expect(done).toMatchObject({ status: 'COMPLETED', chunkCount: 1 });
    expect(done?.note).toMatch(/^Read by text recognition; \d+ % sure\.$/);
  });
});
