import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask, makeApp } from '../src/chat.ts';
import { chunkCounts, findDamage, findUnfindable } from '../src/check-imports.ts';
import { eventually } from '../src/eventually.ts';
import { countSettled, listImports, makeBase, retrieve, settled, upload } from '../src/knowledge.ts';
import { type Product, startProduct } from '../src/product.ts';
import { type Provider, startProvider } from '../src/provider.ts';
import { sampleFiles, smallFiles } from '../src/sample-files.ts';

describe('the product at work for several', () => {
  let provider: Provider;
  let product: Product;

  beforeAll(async () => {
    provider = await startProvider();
    product = await startProduct({ env: provider.env('fake-slow-25') });
  });
  afterAll(async () => {
    await product.close();
    await provider.close();
  });

  it('keeps two companies apart that import and chat at the same time', async () => {
    const all = smallFiles(80);
    const tenants = await Promise.all(
      [0, 1].map(async (side) => {
        const { client, tenantId } = await product.signUp(side === 0 ? 'Ada Lovelace' : 'Grace Hopper');
        const base = await makeBase(client, 'Log book');
        const files = all.slice(side * 40, side * 40 + 40);
        // An app answers from its first document on.
        await upload(client, base, files.slice(0, 1));
        await settled(client, base);
        await upload(client, base, files.slice(1));
        return { client, tenantId, base, files, appId: await makeApp(client, 'Help', base) };
      }),
    );
    const checked = tenants.map(async (own, side) => {
      const other = tenants[1 - side] ?? own;
      const visitor = product.visitor();
      const answers = [];
      for (const { question } of [...own.files.slice(0, 4), ...other.files.slice(0, 4)])
        answers.push(
          await ask(visitor, { appId: own.appId, query: question, chatUserId: `visitor-of-side-${side}` }),
        );
      const imports = await settled(own.client, own.base);
      expect(imports.map(({ name, status }) => `${name} ${status}`)).toEqual(
        own.files.map(({ name }) => `${name} COMPLETED`),
      );
      expect(await findUnfindable(own.client, own.base, own.files)).toEqual([]);
      const ownNames = new Set(own.files.map(({ name }) => name));
      for (const { question } of other.files)
        for (const { document } of await retrieve(own.client, own.base, question))
          expect(ownNames).toContain(document.name);
      for (const { end, citations } of answers) {
        expect(end).toBe('done');
        for (const { documentName } of citations) expect(ownNames).toContain(documentName);
      }
      return { side, answers };
    });
    const chats = await Promise.all(checked);

    for (const { side, answers } of chats) {
      const own = tenants[side];
      const other = tenants[1 - side];
      if (!own || !other) throw new Error('Two companies were made.');
      const [foreign] = await listImports(other.client, other.base);
      const ids = [other.base, foreign?.knowledgeBaseImportId, other.appId];
      const reads = [
        `/api/content/knowledge-base/${ids[0]}`,
        `/api/import/knowledge-base/${ids[0]}/imports`,
        `/api/import/v2/review-data/${ids[1]}`,
        `/api/import/v2/source/${ids[1]}`,
        `/api/content/app/${ids[2]}`,
      ];
      for (const path of reads) expect((await own.client.send('GET', path)).status, path).toBe(404);
      expect((await own.client.send('GET', `/api/content/apps?tenantId=${other.tenantId}`)).status).toBe(403);
      expect(await own.client.get(`/api/import/v2/import?kbImportIds=${ids[1]}`)).toEqual({ imports: [] });
      const stolen = { appId: own.appId, query: 'And then?', chatUserId: `visitor-of-side-${1 - side}` };
      const conversationId = answers[0]?.conversationId ?? '';
      expect(conversationId).toMatch(/^cnv_/);
      expect(await ask(product.visitor(), { ...stolen, conversationId })).toMatchObject({ status: 404 });
    }
  });

  it('ends within ten seconds of SIGTERM in the middle of an import and of answers, and continues afterwards', async () => {
    const { client } = await product.signUp('Katherine Johnson');
    const files = await sampleFiles(30);
    const base = await makeBase(client, 'Log book');
    await upload(client, base, files);
    const appId = await makeApp(client, 'Help', base);
    await eventually(async () => (await countSettled(client, base)) >= 8);
    const begun = Array.from({ length: 4 }, () => {
      const token = Promise.withResolvers<void>();
      const answer = ask(product.visitor(), { appId, query: files[1]?.question ?? '' }, token.resolve);
      return { answer, began: Promise.race([token.promise, answer]) };
    });
    const events = await client.fetch(`/api/import/events?knowledgeBaseId=${base}`);
    await Promise.all(begun.map(({ began }) => began));

    const { code, ms } = await product.kill('SIGTERM');
    expect(code).toBe(0);
    expect(ms).toBeLessThan(10_000);
    await events.body?.cancel().catch(() => undefined);
    const answers = await Promise.all(begun.map(({ answer }) => answer));
    await product.start();

    for (const { text, conversationId, end, outcome } of answers) {
      // No reader is cut off: each was told how its answer ended.
      expect(end).toBe('done');
      const [message] = await product.sql<{ status: string; answer: string }>(
        'select status, answer from messages where conversation_id = $1',
        [conversationId],
      );
      expect(message?.status).toBe(outcome);
      expect(message?.answer.startsWith(text)).toBe(true);
    }
    const imports = await settled(client, base);
    // No credits are held for the interrupted work, and the imports that continued have settled their holds.
    expect(await product.sql('select reference from ledger_holds')).toEqual([]);
    expect(Object.values(chunkCounts(imports)).filter((count) => !count.startsWith('COMPLETED'))).toEqual([]);
    expect(imports).toHaveLength(files.length);
    expect(await findDamage(product, base)).toEqual([]);
    expect(await findUnfindable(client, base, files)).toEqual([]);
  });
});
