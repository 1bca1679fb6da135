import { knowledge } from '@atelier/contracts/content/bases/knowledge';
import { baseRemoval } from '@atelier/contracts/content/documents/base-removal';
import { documentImports } from '@atelier/contracts/content/documents/document-imports';
import { retrieval } from '@atelier/contracts/content/retrieval/retrieval';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../tests/client.ts';
import { startTestServer, type TestServer } from '../../../../tests/harness.ts';
import { importTexts, newKnowledgeBase, settled } from '../../../../tests/knowledge.ts';
import { makePdf } from '../../../../tests/pdf.ts';
import { listKnowledgeBaseRows } from '../bases/index.ts';
import { IndexCache } from './memory/index-cache.ts';
import { searchKnowledge } from './search-knowledge.ts';

const { endpoints } = documentImports;

const more =
  'The rest of this part says the same again in other words, so that it is long enough to stand alone. ';
const handbook = `# Handbook

Read this first. ${more.repeat(8)}

## Leave

Employees get 25 days of paid leave per year. Unused leave expires on 31 March. ${more.repeat(8)}

## Travel

Trains are booked in second class. Flights need approval by the manager. ${more.repeat(8)}
`;

describe('retrieval', () => {
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

  const add = async (id: string, files: Record<string, string | Uint8Array<ArrayBuffer>>) => {
    const rows = await importTexts(client, id, files);
    return settled(
      client,
      rows.map((row) => row.knowledgeBaseImportId),
    );
  };
  const ask = (id: string, query: string, more: object = {}) =>
    client.call(retrieval.endpoints.retrievalTest, { body: { knowledgeBaseId: id, query, ...more } });
  const documentText = async (importId: string): Promise<string> => {
    const { sections } = await client.call(endpoints.readSource, {
      params: { knowledgeBaseImportId: importId },
      query: { at: 0, sections: 20 },
    });
    let text = '';
    for (const section of sections) text = text.padEnd(section.start, '\n') + section.text;
    return text;
  };

  it('gives each chunk with its heading, and its exact span in the text of the document', {
    tags: ['RETRIEVE-07'],
  }, async () => {
    const id = await newKnowledgeBase(client, { chunking: { maxTokens: 250, overlapTokens: 40 } });
    const [row] = await add(id, { 'handbook.md': handbook });
    const { results } = await ask(id, 'When does unused leave expire?');
    expect(results[0]).toMatchObject({
      document: { name: 'handbook.md', heading: 'Handbook > Leave' },
      quote: expect.stringContaining('Unused leave expires on 31 March.'),
      positions: [],
    });
    const text = await documentText(row?.knowledgeBaseImportId ?? '');
    expect(results.length).toBeGreaterThan(0);
    for (const result of results) expect(text.slice(result.start, result.end)).toBe(result.text);
  });

  it('names the page of the quote, also where a chunk goes over a page end', async () => {
    const id = await newKnowledgeBase(client);
    const filler = 'Common words stand here to fill the line.';
    const [row] = await add(id, {
      'report.pdf': makePdf([
        ['The zebra is mentioned on the first page.', filler, filler],
        [filler, 'The giraffe is mentioned on the second page.', filler],
        [filler, filler, 'The walrus is mentioned on the third page.'],
      ]),
    });
    expect(row?.pages).toBe(3);
    for (const [animal, page] of [
      ['zebra', 1],
      ['giraffe', 2],
      ['walrus', 3],
    ] as const) {
      const { results } = await ask(id, animal, { topK: 1 });
      expect(results[0]?.quote).toContain(animal);
      expect(results[0]?.document.page).toBe(page);
    }
    const source = await client.call(endpoints.readSource, {
      params: { knowledgeBaseImportId: row?.knowledgeBaseImportId ?? '' },
      query: { at: 0, sections: 1 },
    });
    expect(source).toMatchObject({ name: 'report.pdf', type: 'FILE', sectionCount: 3 });
    expect(source.sections[0]).toMatchObject({ page: 1, start: 0, ordinal: 0 });
  });

  it('reads a source around an offset', async () => {
    const id = await newKnowledgeBase(client);
    const text = Array.from({ length: 400 }, (_, at) => `Part ${at}. ${'word '.repeat(30)}`).join('\n\n');
    const [row] = await add(id, { 'long.txt': text });
    const importId = row?.knowledgeBaseImportId ?? '';
    const read = (at: number) =>
      client.call(endpoints.readSource, {
        params: { knowledgeBaseImportId: importId },
        query: { at, sections: 3 },
      });
    const middle = await read(30_000);
    const place = middle.sections[1];
    expect(place && place.start <= 30_000 && place.start + place.text.length > 30_000).toBe(true);
    expect((await read(0)).sections.map(({ ordinal }) => ordinal)).toEqual([0, 1, 2]);
    const last = await read(10_000_000);
    expect(last.sections.at(-1)?.ordinal).toBe(last.sectionCount - 1);
    expect(last.sections).toHaveLength(3);
  });

  it('keeps to topK and to the score threshold, of the call or of the knowledge base', {
    tags: ['RETRIEVE-01', 'RETRIEVE-02'],
  }, async () => {
    const id = await newKnowledgeBase(client, { retrieval: { topK: 2 } });
    await add(
      id,
      Object.fromEntries(
        Array.from({ length: 6 }, (_, at) => [
          `${at}.txt`,
          `Coffee ${'is served '.repeat(at * 8)} number ${at}.`,
        ]),
      ),
    );
    expect((await ask(id, 'coffee')).results).toHaveLength(2);
    const all = await ask(id, 'coffee', { topK: 6 });
    expect(all.results).toHaveLength(6);
    const scores = all.results.map(({ score }) => score);
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    const threshold = scores[2] ?? 0;
    const above = await ask(id, 'coffee', { topK: 6, scoreThreshold: threshold });
    expect(above.results.map(({ score }) => score)).toEqual(scores.filter((score) => score >= threshold));
    await client.call(knowledge.endpoints.update, {
      params: { id },
      body: { retrieval: { mode: 'BM25', topK: 6, scoreThreshold: threshold } },
    });
    expect((await ask(id, 'coffee')).results).toHaveLength(above.results.length);
  });

  it('without an embedding model says why it searched by words', async () => {
    const id = await newKnowledgeBase(client);
    await add(id, { 'a.txt': 'Coffee.' });
    expect(await ask(id, 'coffee', { mode: 'VECTOR' })).toMatchObject({
      mode: 'BM25',
      note: expect.stringContaining('No embedding model'),
    });
    expect(await ask(id, 'coffee')).toMatchObject({ mode: 'BM25', note: null });
  });

  it('of an empty knowledge base finds nothing', async () => {
    const id = await newKnowledgeBase(client);
    expect((await ask(id, 'anything')).results).toEqual([]);
  });

  it('follows what another server imports and removes', async () => {
    const id = await newKnowledgeBase(client);
    const other = await server.another();
    try {
      await add(id, { 'first.txt': 'The lighthouse stands alone.' });
      const search = () =>
        searchKnowledge(other.contextOf(tenantId), {
          knowledgeBaseIds: [id],
          query: 'lighthouse',
          mode: 'AUTO',
          topK: 10,
          scoreThreshold: 0,
        });
      const namesFound = async () => (await search()).results.map(({ document }) => document.name).sort();
      expect(await namesFound()).toEqual(['first.txt']);
      const [second] = await add(id, { 'second.txt': 'Another lighthouse.', 'third.txt': 'Nothing of it.' });
      expect(await namesFound()).toEqual(['first.txt', 'second.txt']);
      await client.call(endpoints.removeImports, { body: { ids: [second?.knowledgeBaseImportId ?? ''] } });
      expect(await namesFound()).toEqual(['first.txt']);
      await client.call(baseRemoval.endpoints.remove, { params: { id } });
      expect(await namesFound()).toEqual([]);
    } finally {
      await other.close();
    }
  });

  it('searches several knowledge bases at once, and none that is not there or not ours', async () => {
    const [left, right] = [await newKnowledgeBase(client), await newKnowledgeBase(client)];
    await add(left, { 'left.txt': 'Whales sing.' });
    await add(right, { 'right.txt': 'Whales dive.' });
    const { client: stranger, user } = await server.signUp();
    const foreign = await newKnowledgeBase(stranger);
    const found = await searchKnowledge(server.contextOf(tenantId), {
      knowledgeBaseIds: [left, right, foreign, 'kb_nothing'],
      query: 'whales',
      mode: 'AUTO',
      topK: 10,
      scoreThreshold: 0,
    });
    expect(found.results.map(({ document }) => document.name).sort()).toEqual(['left.txt', 'right.txt']);
    const theirs = await searchKnowledge(server.contextOf(user.tenantId), {
      knowledgeBaseIds: [left, right],
      query: 'whales',
      mode: 'AUTO',
      topK: 10,
      scoreThreshold: 0,
    });
    expect(theirs.results).toEqual([]);
  });

  it('answers many at once while the index is being loaded', async () => {
    const id = await newKnowledgeBase(client);
    const files = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`${at}.txt`, `Harbour ${at}.`]));
    await add(id, files);
    const other = await server.another();
    try {
      const searches = Array.from({ length: 30 }, () =>
        searchKnowledge(other.contextOf(tenantId), {
          knowledgeBaseIds: [id],
          query: 'harbour',
          mode: 'BM25',
          topK: 60,
          scoreThreshold: 0,
        }),
      );
      for (const { results } of await Promise.all(searches)) expect(results).toHaveLength(60);
    } finally {
      await other.close();
    }
  });

  it('keeps the indexes used last in memory, within a budget', async () => {
    const ctx = server.contextOf(tenantId);
    const ids = [
      await newKnowledgeBase(client),
      await newKnowledgeBase(client),
      await newKnowledgeBase(client),
    ];
    for (const id of ids) await add(id, { 'a.txt': `Words of ${id}.` });
    await ctx.tx(async (tx) => {
      const versions = (await listKnowledgeBaseRows(tx, ids)).map(({ index }) => index);
      const [first, second, third] = versions;
      if (!first || !second || !third) throw new Error('three were made');
      const roomy = new IndexCache(1024 * 1024);
      await roomy.open(tx, first);
      const forTwo = new IndexCache(roomy.bytes * 2.5);
      await forTwo.open(tx, first);
      await forTwo.open(tx, second);
      await forTwo.open(tx, first);
      await forTwo.open(tx, third);
      expect([first, second, third].map(({ id }) => forTwo.has(id))).toEqual([true, false, true]);
      expect(await (await forTwo.open(tx, second)).findWords({ query: 'words', topK: 9 })).toHaveLength(1);
    });
  });

  it('shows the chunks of a document in pages and finds words in them', { tags: ['IMPORT-61'] }, async () => {
    const id = await newKnowledgeBase(client, { chunking: { maxTokens: 50, overlapTokens: 0 } });
    const text = Array.from(
      { length: 30 },
      (_, at) => `Sentence ${at} is here with some more words to count.`,
    );
    const [row] = await add(id, { 'many.txt': text.join('\n\n') });
    const list = (query: object) =>
      client.call(endpoints.listChunks, {
        params: { knowledgeBaseImportId: row?.knowledgeBaseImportId ?? '' },
        query,
      });
    const first = await list({ limit: 4 });
    expect(first.items.map(({ ordinal }) => ordinal)).toEqual([0, 1, 2, 3]);
    expect(first.total).toBe(row?.chunkCount);
    expect(first.import.name).toBe('many.txt');
    const next = await list({ limit: 4, cursor: first.nextCursor ?? '' });
    expect(next.items[0]?.ordinal).toBe(4);
    const found = await list({ search: 'sentence 17 ' });
    expect(found.items).toHaveLength(1);
    expect(found).toMatchObject({ total: 1, nextCursor: null });
    expect((await list({ cursor: 'rubbish' })).items[0]?.ordinal).toBe(0);
  });
});
