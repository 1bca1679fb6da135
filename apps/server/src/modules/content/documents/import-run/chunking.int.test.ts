import { readFile } from 'node:fs/promises';
import { longestPreview } from '@atelier/contracts/content/bases/chunking-shapes';
import { knowledge } from '@atelier/contracts/content/bases/knowledge';
import { documentImports } from '@atelier/contracts/content/documents/document-imports';
import { indexVersions } from '@atelier/contracts/content/versions/index-versions';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../../tests/client.ts';
import { startTestServer, type TestServer } from '../../../../../tests/harness.ts';
import { countRows, importTexts, newKnowledgeBase, settled } from '../../../../../tests/knowledge.ts';

const { endpoints } = knowledge;
const text = 'First, write to jo@mail.example today.\n\nSecond.\n\nThird --- and fourth.';

describe('how documents are cut', () => {
  let server: TestServer;
  let client: Client;
  let tenantId: string;

  beforeAll(async () => {
    server = await startTestServer();
    const signedUp = await server.signUp();
    client = signedUp.client;
    tenantId = signedUp.user.tenantId;
  });
  afterAll(() => server.close());

  it('follows the strategy and preprocessing of the knowledge base, with exact spans in the text', {
    tags: ['CHUNK-01', 'KB-04'],
  }, async () => {
    const chunking = { strategy: 'PARAGRAPH', preprocessing: { removeEmails: true } } as const;
    const base = await client.call(endpoints.create, { body: { name: 'Paragraphs', chunking } });
    expect(base.chunking).toMatchObject({ strategy: 'PARAGRAPH', maxTokens: 400 });
    const [imported] = await importTexts(client, base.knowledgeBaseId, { 'a.txt': text });
    const importId = imported?.knowledgeBaseImportId ?? '';
    await settled(client, [importId]);
    const { items } = await client.call(documentImports.endpoints.listChunks, {
      params: { knowledgeBaseImportId: importId },
    });
    expect(items.map((chunk) => chunk.text)).toEqual([
      'First, write to  today.',
      'Second.',
      'Third --- and fourth.',
    ]);
    const { sections, form } = await client.call(documentImports.endpoints.readSource, {
      params: { knowledgeBaseImportId: importId },
    });
    expect(form).toBe('TEXT');
    const stored = sections.map((section) => section.text).join('');
    for (const { start, end, text: chunk } of items) expect(stored.slice(start, end)).toBe(chunk);
  });

  it('asks for a separator where text is cut at separators', { tags: ['CHUNK-03'] }, async () => {
    const { status, body } = await client.send(endpoints.create, {
      body: { name: 'None', chunking: { strategy: 'SEPARATOR' } },
    });
    expect(status).toBe(400);
    expect(JSON.stringify(body)).toContain('Please enter at least one separator');
  });

  it('shows how a typed text would be cut, with lengths, overlap and surroundings, and stores nothing', {
    tags: ['CHUNK-01', 'CHUNK-03', 'KB-04'],
  }, async () => {
    const before = await countRows(server, tenantId);
    const prose = Array.from(
      { length: 40 },
      (_, at) => `Sentence ${at} says a little more than nothing.`,
    ).join(' ');
    const preview = (chunking: object) =>
      client.call(indexVersions.endpoints.preview, {
        body: { text: `# Rules\n\n${prose}\n\n# Exceptions\n\nThere are none.`, chunking, parentTokens: 200 },
      });
    const { chunks, isWhole } = await preview({ maxTokens: 100, overlapTokens: 30 });
    expect(isWhole).toBe(true);
    expect(chunks.length).toBeGreaterThan(3);
    for (const { tokens, end, start, text: chunk } of chunks) {
      expect(tokens).toBeLessThanOrEqual(100);
      expect(end - start).toBe(chunk.length);
    }
    const [first, second] = chunks;
    expect(first).toMatchObject({ ordinal: 0, heading: 'Rules', repeated: 0, parent: { first: 0, last: 1 } });
    expect(second?.repeated).toBe((first?.end ?? 0) - (second?.start ?? 0));
    expect(second?.repeated).toBeGreaterThan(0);
    expect(chunks.at(-1)).toMatchObject({ heading: 'Exceptions', repeated: 0 });
    const { chunks: bySentence } = await preview({ strategy: 'SENTENCE', sentences: 10 });
    expect(bySentence).toHaveLength(5);
    expect(await countRows(server, tenantId)).toEqual(before);
  });

  it('shows the same chunks of a document that an import made of it', {
    tags: ['CHUNK-01', 'CHUNK-03'],
  }, async () => {
    const chunking = { strategy: 'ROW', rows: 2, preprocessing: { removeEmails: true } } as const;
    const base = await client.call(endpoints.create, { body: { name: 'Rows', chunking } });
    const table = 'name,mail\nAda,ada@mail.example\nBob,bob@mail.example\nCleo,cleo@mail.example';
    const [imported] = await importTexts(client, base.knowledgeBaseId, { 'people.csv': table });
    const knowledgeBaseImportId = imported?.knowledgeBaseImportId ?? '';
    await settled(client, [knowledgeBaseImportId]);
    const { items } = await client.call(documentImports.endpoints.listChunks, {
      params: { knowledgeBaseImportId },
    });
    const ofDocument = await client.call(indexVersions.endpoints.preview, {
      body: { knowledgeBaseImportId, chunking },
    });
    const ofText = await client.call(indexVersions.endpoints.preview, {
      body: { text: table, name: 'people.csv', chunking },
    });
    const spans = items.map(({ start, end, text: chunk }) => ({ start, end, text: chunk }));
    expect(spans).toHaveLength(2);
    expect(ofDocument.chunks).toMatchObject(spans);
    expect(ofText).toEqual(ofDocument);
  });

  it('shows the beginning of a long document, and says what it cannot read', {
    tags: ['CHUNK-03'],
  }, async () => {
    const knowledgeBaseId = await newKnowledgeBase(client);
    const long = 'Nothing new under the sun. '.repeat(4000);
    const files = { 'long.txt': long, 'broken.pdf': '%PDF-1.7 cut off' };
    const imports = await importTexts(client, knowledgeBaseId, files);
    await settled(
      client,
      imports.map(({ knowledgeBaseImportId }) => knowledgeBaseImportId),
    );
    const [whole, broken] = imports.map(({ knowledgeBaseImportId }) => ({ knowledgeBaseImportId }));
    const { chunks, isWhole } = await client.call(indexVersions.endpoints.preview, {
      body: { ...whole, chunking: {} },
    });
    expect(isWhole).toBe(false);
    const end = chunks.at(-1)?.end ?? 0;
    expect(end).toBeGreaterThan(longestPreview / 2);
    expect(end).toBeLessThan(longestPreview * 1.1);
    const refused = await client.send(indexVersions.endpoints.preview, { body: { ...broken } });
    expect(refused).toMatchObject({ status: 400, body: { code: 'index_versions.not_previewed' } });
    for (const body of [
      {},
      { text: 'Some.', ...whole },
      { text: ' ' },
      { text: 'x'.repeat(longestPreview + 1) },
    ])
      expect((await client.send(indexVersions.endpoints.preview, { body })).status).toBe(400);
  });

  it('imports a scanned picture by its text and says how sure it is', {
    tags: ['IMPORT-17', 'IMPORT-34'],
  }, async () => {
    const path = '../../../../../../../packages/documents/tests/pictures/leave.png';
    const picture = Uint8Array.from(await readFile(new URL(path, import.meta.url)));
    const base = await client.call(endpoints.create, { body: { name: 'Scans' } });
    const [imported] = await importTexts(client, base.knowledgeBaseId, { 'scan.png': picture });
    const [done] = await settled(client, [imported?.knowledgeBaseImportId ?? ''], 120_000);
    expect(done).toMatchObject({ status: 'COMPLETED', chunkCount: 1 });
    expect(done?.note).toMatch(/^Read by text recognition; \d+ % sure\.$/);
  });
});
