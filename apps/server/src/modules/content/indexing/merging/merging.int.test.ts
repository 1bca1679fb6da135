import { documentImports } from '@atelier/contracts/content/documents/document-imports';
import { documents } from '@atelier/contracts/content/documents/documents';
import { indexVersions } from '@atelier/contracts/content/versions/index-versions';
import { decodeLexicalSegment } from '@atelier/retrieval/lexical';
import { decodeVectorSegment, encodeVectorSegment } from '@atelier/retrieval/vector';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Client } from '../../../../../tests/client.ts';
import { eventually, startTestServer, type TestServer } from '../../../../../tests/harness.ts';
import { holdMerges, importTexts, newKnowledgeBase, settled } from '../../../../../tests/knowledge.ts';
import type { Ctx, TxCtx } from '../../../../kernel/context/context.ts';
import { findKnowledgeBaseRow, lockIndexVersion } from '../../bases/index.ts';
import { IndexCache, readSegments, searchKnowledge } from '../../search/index.ts';
import { exchangeSegments, withdrawDocuments } from '../live-segments.ts';
import { segmentReadingRepository } from '../repository/segment-reading.ts';
import { mergeJob, mergeOnce } from './merge-segments.ts';
import { mergingRepository } from './repository.ts';

const { endpoints } = documentImports;

const subjects = ['harbour', 'lighthouse', 'whale', 'anchor', 'sail'];
const textOf = (at: number): string =>
  `The ${subjects[at % 5]} number ${at} lies near the ${subjects[(at * 3) % 5]}. Only here is word${at}x.`;
const filesFrom = (from: number, count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`${from + at}.txt`, textOf(from + at)]));

describe('merging of segments', () => {
  let server: TestServer;
  let client: Client;
  let ctx: Ctx;
  let base: string;
  let versionId: string;
  let ids: string[];

  const add = async (files: Record<string, string>): Promise<string[]> => {
    const rows = await importTexts(client, base, files);
    const added = rows.map((row) => row.knowledgeBaseImportId);
    for (const { status } of await settled(client, added)) expect(status).toBe('COMPLETED');
    return added;
  };

  beforeAll(async () => {
    server = await startTestServer();
    await holdMerges(server);
    const signedUp = await server.signUp();
    client = signedUp.client;
    ctx = server.contextOf(signedUp.user.tenantId);
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    base = await newKnowledgeBase(client);
    const row = await ctx.tx((tx) => findKnowledgeBaseRow(tx, base));
    versionId = row?.index.id ?? '';
    ids = await add(filesFrom(0, 12));
  });

  const merge = (thorough = false) => mergeOnce(ctx, versionId, { thorough });
  const mergeAll = async () => {
    for (;;) {
      const outcome = await merge(true);
      if (outcome === 'BUSY') await eventually(async () => (await merge(true)) !== 'BUSY');
      else if (outcome !== 'MERGED') return;
    }
  };
  const remove = (importIds: string[]) => client.call(endpoints.removeImports, { body: { ids: importIds } });
  const found = async (query: string, inName?: string) => {
    const { results } = await searchKnowledge(ctx, {
      knowledgeBaseIds: [base],
      query,
      mode: 'BM25',
      topK: 50,
      scoreThreshold: 0,
      filter: inName === undefined ? [] : [{ field: 'NAME', operator: 'CONTAINS', value: inName }],
    });
    return results.map(({ document, score }) => `${document.name} ${score}`);
  };
  /** Returns the results of a freshly loaded index, in a cache of this size. */
  const idsFound = async (query: string) =>
    (await found(query)).map((line) => line.split(' ')[0] ?? '').toSorted((a, b) => a.localeCompare(b));
  const foundAnew = (query: string, cache = new IndexCache(64 * 1024 * 1024)) =>
    ctx.tx(async (tx) => {
      const row = await findKnowledgeBaseRow(tx, base);
      if (!row) throw new Error('The knowledge base is gone.');
      return (await cache.open(tx, row.index)).findWords({ query, topK: 50 });
    });
  const questions = ['harbour', 'lighthouse near a whale', 'word3x', 'number 7 anchor sail'];
  const answers = async () => [
    ...(await Promise.all(questions.map((query) => found(query)))),
    await found('lighthouse whale number', '1'),
    ...(await Promise.all(questions.map((query) => foundAnew(query)))),
  ];
  const stored = (kind: 'LEXICAL' | 'VECTOR' = 'LEXICAL') =>
    ctx.tx(async (tx) => {
      const merged = await mergingRepository.listMerged(tx.db, versionId, kind);
      const alone = await mergingRepository.listAlone(tx.db, versionId, kind);
      return { merged, alone: alone.length };
    });
  /** Returns every word that is stored for the version, merged or not. */
  const wordsStored = async (): Promise<Set<string>> => {
    const rows = await server.sql<{ data: Buffer }>(
      `select data from merged_segments where index_version_id = $1
       union all select data from index_segments where index_version_id = $1 and kind = 'LEXICAL' and bytes > 0`,
      [versionId],
    );
    return new Set(rows.flatMap(({ data }) => decodeLexicalSegment(data).terms.map(({ term }) => term)));
  };
  const waitingMerges = `from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like '%index_versions%'`;
  /** Starts a merge and runs `meanwhile` after the merge has read everything and before it can write. */
  const whileMerging = async (meanwhile: (tx: TxCtx) => Promise<void>) => {
    const { merging } = await ctx.tx(async (tx) => {
      await lockIndexVersion(tx, versionId);
      const started = { merging: merge() };
      started.merging.catch(() => undefined);
      await eventually(async () => (await server.sql(`select 1 ${waitingMerges}`)).length > 0);
      await meanwhile(tx);
      return started;
    });
    return merging;
  };

  it('merges many segments into one, and every search finds the same as before', async () => {
    const before = await answers();
    expect(before.every((hits) => hits.length > 0)).toBe(true);
    expect(await merge()).toBe('MERGED');
    expect(await stored()).toMatchObject({ alone: 0, merged: [{ docs: 12, live: 12 }] });
    expect(await answers()).toEqual(before);
    expect(await merge()).toBe('NOTHING');
  });

  it('does not merge too few segments', async () => {
    await mergeAll();
    await add(filesFrom(20, 3));
    expect(await merge()).toBe('NOTHING');
    expect(await stored()).toMatchObject({ alone: 3, merged: [{ docs: 12 }] });
    expect(await foundAnew('word21x')).toHaveLength(1);
  });

  it('forgets the words of deleted documents, and the merged segment with the last of them', async () => {
    await mergeAll();
    await remove(ids.slice(3, 5));
    expect(await found('word3x')).toEqual([]);
    expect(await foundAnew('word4x')).toEqual([]);
    const before = await answers();
    expect(await wordsStored()).toContain('word3x');
    await mergeJob.handle(ctx, { versionId });
    expect([...(await wordsStored())].filter((word) => /^word\d+x$/.test(word)).sort()).toEqual(
      [0, 1, 2, 5, 6, 7, 8, 9, 10, 11].map((at) => `word${at}x`).sort(),
    );
    expect(await answers()).toEqual(before);
    await remove(ids.filter((_, at) => at !== 3 && at !== 4));
    await mergeAll();
    expect(await stored()).toEqual({ alone: 0, merged: [] });
  });

  it('removes later the few deleted words that were not worth a merge at once', async () => {
    const more = await add(filesFrom(12, 12));
    await mergeAll();
    await remove(more.slice(0, 1));
    expect(await merge()).toBe('DEAD_LEFT');
    await mergeJob.handle(ctx, { versionId });
    const [job] = await server.sql<{ key: string }>(`select key from graphile_worker.jobs where key = $1`, [
      `knowledge.merge-segments ${versionId} thorough`,
    ]);
    expect(job).toBeDefined();
    await mergeJob.handle(ctx, { versionId, thorough: true });
    expect(await wordsStored()).not.toContain('word12x');
  });

  it('never works twice at once on one version, and leaves deletions that happen meanwhile deleted', async () => {
    const outcome = await whileMerging(async (tx) => {
      expect(await merge()).toBe('BUSY');
      await withdrawDocuments(tx, versionId, ids.slice(0, 1));
    });
    expect(outcome).toBe('MERGED');
    expect(await stored()).toMatchObject({ alone: 0, merged: [{ docs: 12, live: 11 }] });
    expect(await found('word0x')).toEqual([]);
    expect(await foundAnew('word0x')).toEqual([]);
    expect(await foundAnew('word1x')).toHaveLength(1);
    await mergeAll();
    expect(await wordsStored()).not.toContain('word0x');
  });

  it('leaves no trace of a merge whose server dies', async () => {
    const before = await answers();
    const merging = whileMerging(async () => {
      await server.sql(`select pg_terminate_backend(pid) ${waitingMerges}`);
    });
    await expect(merging).rejects.toThrow('Failed query');
    expect(await stored()).toMatchObject({ alone: 12, merged: [] });
    expect(await merge()).toBe('MERGED');
    expect(await answers()).toEqual(before);
  });

  it('continues beside imports and deletions', async () => {
    const busy = { is: true };
    const merging = (async () => {
      while (busy.is) await merge(true);
    })();
    const later = await add(filesFrom(30, 20));
    await remove(later.slice(0, 5));
    await remove(ids.slice(0, 5));
    busy.is = false;
    await merging;
    await mergeAll();
    const names = (await found('number')).map((line) => line.split('.')[0]).map(Number);
    const left = [5, 6, 7, 8, 9, 10, 11, ...Array.from({ length: 15 }, (_, at) => 35 + at)];
    expect(names.sort((a, b) => a - b)).toEqual(left);
    expect((await foundAnew('number')).length).toBe(left.length);
    const [told] = await server.sql<{ told: number; live: number }>(
      `select v.segments as told, (select count(*)::int from index_segments s where s.index_version_id = v.id and s.live) as live
        from index_versions v where v.id = $1`,
      [versionId],
    );
    expect(told).toEqual({ told: left.length, live: left.length });
  });

  it('lets a chunk be edited and deleted that lies in a merged segment', async () => {
    await mergeAll();
    const chunkOf = async (importId = '') =>
      (await client.call(endpoints.listChunks, { params: { knowledgeBaseImportId: importId }, query: {} }))
        .items[0]?.chunkId ?? '';
    const [, first, second] = ids;
    await client.call(documents.endpoints.editChunk, {
      body: { chunkId: await chunkOf(first), text: 'A dolphin swims here instead.' },
    });
    await client.call(documents.endpoints.removeChunk, { body: { chunkId: await chunkOf(second) } });
    expect(await found('dolphin')).toHaveLength(1);
    expect(await foundAnew('dolphin')).toHaveLength(1);
    for (const gone of ['word1x', 'word2x']) expect(await foundAnew(gone)).toEqual([]);
    await mergeAll();
    expect(await foundAnew('dolphin')).toHaveLength(1);
    expect(await wordsStored()).not.toContain('word1x');
    expect(await wordsStored()).not.toContain('word2x');
  });

  it('lets another version be built and answer, and goes with the one that is deleted', async () => {
    await mergeAll();
    const before = await idsFound('lighthouse');
    const { indexVersionId: now } = await client.call(indexVersions.endpoints.start, {
      params: { id: base },
      body: { chunking: { maxTokens: 100, overlapTokens: 0 } },
    });
    await eventually(async () => {
      const { items } = await client.call(indexVersions.endpoints.list, { params: { id: base } });
      const version = items.find(({ indexVersionId }) => indexVersionId === now);
      return version?.run?.status === 'COMPLETED' && version.pending === 0;
    });
    await client.call(indexVersions.endpoints.activate, { params: { id: base, versionId: now } });
    expect(await idsFound('lighthouse')).toEqual(before);
    await client.call(indexVersions.endpoints.remove, { params: { id: base, versionId } });
    expect((await stored()).merged).toEqual([]);
    versionId = now;
    await mergeAll();
    expect((await stored()).merged).toHaveLength(1);
    expect(await idsFound('lighthouse')).toEqual(before);
  });

  it('is followed by an index in memory while it is read', async () => {
    await ctx.tx(async (tx) => {
      const segments = await segmentReadingRepository.listLiveSince(tx.db, versionId, {
        since: 0,
        until: 1000,
      });
      await mergeAll();
      const parts: string[] = [];
      for await (const read of readSegments(tx, segments, () => true))
        parts.push(...read.parts.map(({ id }) => id));
      expect(parts.sort()).toEqual(segments.map(({ id }) => id).sort());
    });
  });

  it('streams an index that does not fit into memory, and finds the same', async () => {
    await mergeAll();
    await add(filesFrom(50, 3));
    const tiny = new IndexCache(1024);
    for (const query of questions) {
      expect(await foundAnew(query, tiny)).toEqual(await foundAnew(query));
    }
    expect(tiny.bytes).toBeLessThanOrEqual(1024);
    const roomy = new IndexCache(64 * 1024 * 1024);
    await foundAnew('harbour', roomy);
    // The stored bytes fit, but the loaded index does not.
    const narrow = new IndexCache(roomy.bytes);
    expect(await foundAnew('harbour', narrow)).toEqual(await foundAnew('harbour'));
    expect(narrow.bytes).toBe(0);
    expect(await foundAnew('anchor', narrow)).toEqual(await foundAnew('anchor'));
  });

  describe('with vectors', () => {
    const segmentOf = (importId: string) => `seg_${importId}`;
    const vectorsOf = (at: number) =>
      Float32Array.from({ length: 16 }, (_, place) => Math.sin(at * 16 + place));
    const chunkIdsOf = (importId: string) => [0, 1, 2, 3].map((row) => `${importId} ${row}`);
    beforeEach(() =>
      ctx.tx(async (tx) => {
        for (const [at, importId] of ids.entries()) {
          const facts = { id: segmentOf(importId), kind: 'VECTOR' as const, docs: 4, lastOrdinal: 3 };
          const data = encodeVectorSegment({ ids: chunkIdsOf(importId), dims: 4, vectors: vectorsOf(at) });
          const place = { importId, indexVersionId: versionId, documentVersion: 1 };
          await exchangeSegments(tx, place, { gone: [], fresh: [{ ...facts, data }] });
        }
      }),
    );
    const compare = (cache: IndexCache, inSegments?: ReadonlySet<string>) =>
      ctx.tx(async (tx) => {
        const row = await findKnowledgeBaseRow(tx, base);
        if (!row) throw new Error('The knowledge base is gone.');
        const vector = Float32Array.of(1, 2, -1, 0.5);
        const query = { vector, topK: 7, ...(inSegments ? { inSegments } : {}) };
        return (await cache.open(tx, row.index)).findVectors(query);
      });
    const roomy = () => new IndexCache(64 * 1024 * 1024);
    const some = () => new Set(ids.slice(2, 4).map(segmentOf));

    it('compares those that do not fit into memory, merged or not, and finds the same', async () => {
      const before = [await compare(roomy()), await compare(roomy(), some())];
      for (const found of before) expect(found).toHaveLength(7);
      const streamed = async () => [
        await compare(new IndexCache(1024)),
        await compare(new IndexCache(1024), some()),
      ];
      expect(await streamed()).toEqual(before);
      await mergeAll();
      expect(await streamed()).toEqual(before);
    });

    it('merges many segments into one, and every search finds the same as before', async () => {
      const before = [await compare(roomy()), await compare(roomy(), some())];
      await mergeAll();
      const { merged, alone } = await stored('VECTOR');
      expect({ alone, merged }).toMatchObject({ alone: 0, merged: [{ docs: 48, live: 48 }] });
      expect([await compare(roomy()), await compare(roomy(), some())]).toEqual(before);
    });

    it('finds no vectors of deleted documents, in an index that was loaded before or after', async () => {
      await mergeAll();
      const loaded = roomy();
      const [best] = await compare(loaded);
      const gone = best?.id.split(' ')[0] ?? '';
      await remove([gone]);
      for (const cache of [loaded, roomy()]) {
        const found = await compare(cache);
        expect(found).toHaveLength(7);
        expect(found.filter(({ id }) => id.startsWith(gone))).toEqual([]);
      }
      await mergeAll();
      expect((await stored('VECTOR')).merged).toMatchObject([{ docs: 44, live: 44 }]);
    });

    it('gives back the vectors of each segment as they were, while others delete and merge again', async () => {
      const [, second = '', third = ''] = ids;
      const read = () =>
        ctx.tx(async (tx) => {
          const found = await segmentReadingRepository.readVectors(tx.db, [second, third].map(segmentOf));
          return found
            .map(decodeVectorSegment)
            .sort((a, b) => ((a.ids[0] ?? '') < (b.ids[0] ?? '') ? -1 : 1));
        });
      const before = await read();
      expect(before.flatMap((segment) => segment.ids).sort()).toEqual(
        [second, third].flatMap(chunkIdsOf).sort(),
      );
      await mergeAll();
      expect(await read()).toEqual(before);
      await remove([ids[0] ?? '']);
      const [reading] = await Promise.all([read(), mergeAll()]);
      expect(reading).toEqual(before);
      expect(await read()).toEqual(before);
    });
  });

  it('refuses a question when several wait for an index that does not fit', async () => {
    const tiny = new IndexCache(1024);
    await ctx.tx(async (tx) => {
      const row = await findKnowledgeBaseRow(tx, base);
      if (!row) throw new Error('The knowledge base is gone.');
      const index = await tiny.open(tx, row.index);
      const ask = () => index.findWords({ query: 'harbour', topK: 50 });
      const asked = await Promise.allSettled(Array.from({ length: 5 }, ask));
      expect(asked.map(({ status }) => status)).toEqual([
        ...Array.from({ length: 3 }, () => 'fulfilled'),
        ...Array.from({ length: 2 }, () => 'rejected'),
      ]);
      expect(asked[4]).toMatchObject({ reason: { code: 'retrieval.index_too_large' } });
      expect(await ask()).toEqual(await foundAnew('harbour'));
    });
  });
});
