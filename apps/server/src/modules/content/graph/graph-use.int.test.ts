import { knowledge } from '@atelier/contracts/content/bases/knowledge';
import { documentImports } from '@atelier/contracts/content/documents/document-imports';
import { documents as editing } from '@atelier/contracts/content/documents/documents';
import { graph } from '@atelier/contracts/content/graph/graph';
import { graphModeNames } from '@atelier/contracts/content/graph/graph-shapes';
import { retrieval } from '@atelier/contracts/content/retrieval/retrieval';
import { GraphSearchMode, RetrievalDefinition } from '@atelier/contracts/content/retrieval/retrieval-shapes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../tests/client.ts';
import { startGraphModel, useGraphModel } from '../../../../tests/fakes/graph-model.ts';
import type { ReadingModel } from '../../../../tests/fakes/reading-model.ts';
import { eventually, startTestServer, type TestServer } from '../../../../tests/harness.ts';
import { importTexts, newKnowledgeBase, settled } from '../../../../tests/knowledge.ts';

const { endpoints } = graph;

const documents = {
  'ada.md':
    'Ada Lovelace {PERSON=Lady Lovelace} wrote programs for the Analytical Engine {PRODUCT}. Lady Lovelace liked horses.',
  'babbage.md': 'Charles Babbage {PERSON} designed the Analytical Engine {PRODUCT} in London {LOCATION}.',
  'engine.md': 'The mill of the Analytical Engine {PRODUCT} is kept at the Science Museum {ORGANIZATION}.',
  'letters.md': 'Lady Lovelace {PERSON} sent letters to Charles Babbage {PERSON} about numbers.',
  'bridges.md': 'Isambard Brunel {PERSON} built the Clifton Bridge {PRODUCT} over a gorge.',
};

describe('a graph that was built', () => {
  let server: TestServer;
  let model: ReadingModel;
  let client: Client;
  let modelId: string;
  let id: string;
  let imports: Map<string, string>;

  const build = async () => {
    await client.call(endpoints.build, { params: { id }, body: { modelId, budgetCredits: null } });
    await eventually(async () => (await client.call(endpoints.get, { params: { id } })).status === 'READY');
  };
  const view = (query: object = {}) => client.call(endpoints.view, { params: { id }, query });
  const idOf = async (name: string): Promise<string> => {
    const found = (await view()).nodes.find((node) => node.name === name);
    if (!found) throw new Error(`There is no ${name}.`);
    return found.entityId;
  };
  const entity = async (name: string) =>
    client.call(endpoints.entity, { params: { id, entityId: await idOf(name) } });
  const search = (query: string, mode: GraphSearchMode) =>
    client.call(endpoints.search, { body: { knowledgeBaseId: id, query, mode } });

  beforeAll(async () => {
    model = await startGraphModel();
    server = await startTestServer({ env: { OUTBOUND_ALLOW: new URL(model.origin).host } });
    client = (await server.signUp()).client;
    modelId = await useGraphModel(client, model);
    id = await newKnowledgeBase(client);
    const rows = await importTexts(client, id, documents);
    imports = new Map(rows.map(({ name, knowledgeBaseImportId }) => [name, knowledgeBaseImportId]));
    await settled(client, [...imports.values()]);
    await build();
  });
  afterAll(async () => {
    await server.close();
    await model.close();
  });

  it('tells of an entity by all its names, with relations and the very words of its sources', async () => {
    const ada = await entity('Ada Lovelace');
    expect(ada).toMatchObject({ type: 'PERSON', mentions: 2, aliases: ['Ada Lovelace', 'Lady Lovelace'] });
    expect(ada.relations.map(({ other }) => other.name).sort()).toEqual([
      'Analytical Engine',
      'Charles Babbage',
    ]);
    expect(ada.sources.map(({ documentName }) => documentName).sort()).toEqual(['ada.md', 'letters.md']);
    expect(ada.sources.find(({ documentName }) => documentName === 'ada.md')?.quote).toBe(
      'Ada Lovelace {PERSON=Lady Lovelace} wrote programs for the Analytical Engine {PRODUCT}.',
    );
    for (const { knowledgeBaseImportId, start, end, quote } of ada.sources) {
      const { sections } = await client.call(documentImports.endpoints.readSource, {
        params: { knowledgeBaseImportId },
        query: { at: start },
      });
      const text = sections.map((section) => section.text).join('');
      expect(['Ada Lovelace', 'Lady Lovelace']).toContain(text.slice(start, end));
      expect(text).toContain(quote);
    }
  });

  it('gives the exact position of a name in the middle of a document', async () => {
    const { sources } = await entity('Charles Babbage');
    const letters = sources.find(({ documentName }) => documentName === 'letters.md');
    const start = documents['letters.md'].replaceAll(' {PERSON}', '').indexOf('Charles Babbage');
    expect(start).toBeGreaterThan(0);
    expect((letters?.end ?? 0) - (letters?.start ?? 0)).toBe('Charles Babbage'.length);
    expect(letters?.start).toBeGreaterThanOrEqual(start);
  });

  it('is shown in parts: the most related first, by words, type or document, or around an entity', async () => {
    const all = await view();
    expect(all.nodes).toHaveLength(7);
    expect(all.nodes[0]?.name).toBe('Analytical Engine');
    const types = [
      { type: 'PERSON', entities: 3 },
      { type: 'ORGANIZATION', entities: 1 },
      { type: 'LOCATION', entities: 1 },
      { type: 'PRODUCT', entities: 2 },
    ];
    expect(new Set(all.types)).toEqual(new Set(types));
    expect(await view({ type: 'LOCATION' })).toMatchObject({ types: all.types, total: 1, edges: [] });
    expect((await view({ search: 'lady', type: 'LOCATION' })).nodes).toEqual([]);
    expect((await view({ search: 'lady' })).types).toEqual([{ type: 'PERSON', entities: 1 }]);
    const two = await view({ limit: 2 });
    expect([two.nodes.length, two.edges.length, two.total]).toEqual([2, 1, 7]);
    expect((await view({ search: 'lady' })).nodes.map(({ name }) => name)).toEqual(['Ada Lovelace']);
    expect((await view({ type: 'LOCATION' })).nodes.map(({ name }) => name)).toEqual(['London']);
    const ofBridges = await view({ knowledgeBaseImportId: imports.get('bridges.md') });
    expect(ofBridges.nodes.map(({ name }) => name).sort()).toEqual(['Clifton Bridge', 'Isambard Brunel']);
    const around = await view({ around: await idOf('Ada Lovelace') });
    expect(around.nodes.map(({ name }) => name).sort()).toEqual([
      'Ada Lovelace',
      'Analytical Engine',
      'Charles Babbage',
    ]);
    const ids = new Set(around.nodes.map(({ entityId }) => entityId));
    expect(around.edges.every(({ sourceId, targetId }) => ids.has(sourceId) && ids.has(targetId))).toBe(true);
  });

  it('is listed page by page', async () => {
    const names: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await client.call(endpoints.entities, {
        params: { id },
        query: { sort: 'name', order: 'asc', limit: 3, ...(cursor === undefined ? {} : { cursor }) },
      });
      expect(page.total).toBe(7);
      names.push(...page.items.map(({ name }) => name));
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(names).toEqual([...names].sort());
    expect(new Set(names).size).toBe(7);
    const list = async (query: object) =>
      (await client.call(endpoints.entities, { params: { id }, query: { limit: 7, ...query } })).items;
    expect((await list({ sort: 'name', order: 'desc' })).map(({ name }) => name)).toEqual(names.toReversed());
    for (const sort of ['degree', 'mentions'] as const) {
      const sorted = await list({ sort, order: 'desc' });
      const byId = sorted.toSorted((a, b) => (a.entityId < b.entityId ? -1 : 1));
      expect(sorted).toEqual(byId.toSorted((a, b) => b[sort] - a[sort]));
      expect(sorted[0]?.[sort]).toBeGreaterThan(sorted[6]?.[sort] ?? 9);
      expect(await list({ sort, order: 'asc' })).toEqual(byId.toSorted((a, b) => a[sort] - b[sort]));
    }
    expect((await list({ search: 'LADY' })).map(({ name }) => name)).toEqual(['Ada Lovelace']);
    const whole = await client.call(endpoints.entities, { params: { id }, query: { limit: 7 } });
    expect(whole.nextCursor).toBeNull();
  });

  it('answers in five modes, each with chunks that can be cited', { tags: ['GRAPH-02'] }, async () => {
    expect(GraphSearchMode.options).toEqual([
      'NAIVE_MODE',
      'LOCAL_MODE',
      'GLOBAL_MODE',
      'HYBRID_MODE',
      'MIX_MODE',
    ]);
    for (const mode of GraphSearchMode.options) {
      const { results, graph: context, note } = await search('Whom did Ada Lovelace write to?', mode);
      expect(results.length, mode).toBeGreaterThan(0);
      expect(note).toBeNull();
      for (const { chunkId, document, start, end, text, quote, score } of results) {
        expect(chunkId).toMatch(/^chk_/);
        expect([...imports.values()]).toContain(document.knowledgeBaseImportId);
        expect(end).toBeGreaterThan(start);
        expect(text).toContain(quote);
        expect(score).toBeGreaterThan(0);
        expect(score).toBeLessThanOrEqual(1);
      }
      expect(context.entities.length > 0, mode).toBe(mode !== 'NAIVE_MODE');
    }
  });

  it('searches chunks only in the mode that the menu calls native', {
    tags: ['GRAPH-03', 'GRAPH-04'],
  }, async () => {
    expect(graphModeNames).toEqual({
      NAIVE_MODE: 'native',
      LOCAL_MODE: 'local',
      GLOBAL_MODE: 'global',
      HYBRID_MODE: 'hybrid',
      MIX_MODE: 'mix',
    });
    const found = await search('horses', 'NAIVE_MODE');
    expect(found.results.map(({ document }) => document.name)).toEqual(['ada.md']);
    expect(found.graph).toEqual({ entities: [], relations: [], communities: [] });
  });

  it('leads from an entity over its neighbours to chunks that share no word with the question', async () => {
    const { results, graph: context } = await search('Lady Lovelace', 'LOCAL_MODE');
    const found = results.map(({ document }) => document.name);
    expect(found.slice(0, 2).sort()).toEqual(['ada.md', 'letters.md']);
    // Neither of these texts mentions the searched name.
    expect(found).toEqual(expect.arrayContaining(['engine.md', 'babbage.md']));
    expect(found).not.toContain('bridges.md');
    expect(context.relations.length).toBeGreaterThan(0);
    expect((await search('What is this all about?', 'GLOBAL_MODE')).graph.communities.length).toBeGreaterThan(
      0,
    );
  });

  it('answers the retrieval of its knowledge base too', { tags: ['GRAPH-01'] }, async () => {
    expect(RetrievalDefinition.options).toEqual(['VECTOR_STORE', 'KNOWLEDGE_GRAPH']);
    const ask = (definition: RetrievalDefinition) =>
      client.call(retrieval.endpoints.retrievalTest, {
        body: { knowledgeBaseId: id, query: 'Lady Lovelace', definition, graphMode: 'LOCAL_MODE', topK: 5 },
      });
    const through = await ask('KNOWLEDGE_GRAPH');
    expect(through.results.map(({ document }) => document.name)).toContain('babbage.md');
    expect(through.results.every(({ stages }) => stages.graph !== null)).toBe(true);
    const direct = await ask('VECTOR_STORE');
    expect(direct.results.map(({ document }) => document.name)).not.toContain('babbage.md');
  });

  it('says so where no graph was built, and searches chunks instead', async () => {
    const other = await newKnowledgeBase(client);
    const [row] = await importTexts(client, other, { 'note.md': 'Horses eat oats.' });
    await settled(client, [row?.knowledgeBaseImportId ?? '']);
    const { results, note } = await client.call(endpoints.search, {
      body: { knowledgeBaseId: other, query: 'oats', mode: 'LOCAL_MODE' },
    });
    expect(results).toHaveLength(1);
    expect(note).toContain('has not been built');
  });

  it('follows corrections by hand, keeps them when it is built again, and takes them back', async () => {
    const before = (await view()).total;
    const [ada, brunel] = [await idOf('Ada Lovelace'), await idOf('Isambard Brunel')];
    const merged = await client.call(endpoints.merge, {
      params: { id, entityId: ada },
      body: { otherId: brunel },
    });
    const lost = await client.send(endpoints.merge, {
      params: { id, entityId: await idOf('London') },
      body: { otherId: 'ent_none' },
    });
    expect([lost.status, lost.body.code]).toEqual([404, 'graph.entity_not_found']);
    expect(merged.edits).toMatchObject([{ kind: 'MERGE', names: ['Ada Lovelace', 'Isambard Brunel'] }]);
    expect((await entity('London')).edits).toEqual([]);
    expect(merged.aliases).toEqual(expect.arrayContaining(['Ada Lovelace', 'Isambard Brunel']));
    expect((await view()).total).toBe(before - 1);
    await build();
    expect((await view()).total).toBe(before - 1);
    const params = { id, editId: merged.edits[0]?.editId ?? '' };
    expect(await client.call(endpoints.undoEdit, { params })).toMatchObject({ kind: 'MERGE' });
    expect((await view()).total).toBe(before);
    const gone = await client.send(endpoints.undoEdit, { params });
    expect([gone.status, gone.body.code]).toEqual([404, 'graph.edit_not_found']);

    const place = { id, entityId: await idOf('Ada Lovelace') };
    const neither = await client.send(endpoints.split, {
      params: place,
      body: { names: ['Ada Lovelace', 'Lady Lovelace'] },
    });
    expect([neither.status, neither.body.code]).toEqual([400, 'graph.split_needs_both']);
    const none = await client.send(endpoints.split, { params: place, body: { names: ['Nobody'] } });
    expect([none.status, none.body.code]).toEqual([400, 'graph.split_needs_both']);
    await client.call(endpoints.split, { params: place, body: { names: ['Lady Lovelace'] } });
    const written = await server.sql<{ action: string }>(
      `select action from audit_log where subject_id = $1 and action ~ '^graph.(entity|correction)' order by created_at`,
      [id],
    );
    expect(written.map(({ action }) => action)).toEqual([
      'graph.entity_merged',
      'graph.correction_undone',
      'graph.entity_split',
    ]);
    await build();
    expect((await view()).nodes.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['Ada Lovelace', 'Lady Lovelace']),
    );
    const lady = await entity('Lady Lovelace');
    expect(lady.sources.map(({ documentName }) => documentName).sort()).toEqual(['ada.md', 'letters.md']);
  });

  it('of another company does not exist', async () => {
    const stranger = (await server.signUp()).client;
    const params = { id, entityId: await idOf('Charles Babbage') };
    const refused = await stranger.send(endpoints.entity, { params });
    expect([refused.status, refused.body.code]).toEqual([404, 'knowledge.not_found']);
    const [base, body] = [{ params: { id } }, { modelId, budgetCredits: null }];
    const tried = [
      await stranger.send(endpoints.get, base),
      await stranger.send(endpoints.view, base),
      await stranger.send(endpoints.entities, base),
      await stranger.send(endpoints.estimate, { ...base, query: { modelId } }),
      await stranger.send(endpoints.build, { ...base, body }),
      await stranger.send(endpoints.merge, { params, body: { otherId: params.entityId } }),
      await stranger.send(endpoints.split, { params, body: { names: ['Charles Babbage'] } }),
      await stranger.send(endpoints.undoEdit, { params: { id, editId: 'ged_none' } }),
    ];
    expect(tried.map((reply) => reply.body.code)).toEqual(tried.map(() => 'knowledge.not_found'));
    const own = await newKnowledgeBase(stranger);
    expect(await stranger.call(endpoints.view, { params: { id: own } })).toEqual({
      nodes: [],
      edges: [],
      types: [],
      total: 0,
    });
    expect(await stranger.call(endpoints.entities, { params: { id: own }, query: {} })).toEqual({
      items: [],
      nextCursor: null,
      total: 0,
    });
    const elsewhere = await stranger.send(endpoints.entity, { params: { ...params, id: own } });
    expect([elsewhere.status, elsewhere.body.code]).toEqual([404, 'graph.entity_not_found']);
  });

  it('shows nothing of a document that is disabled, in any mode, until it is enabled again', async () => {
    const switchTo = (state: 'DISABLED' | 'ENABLED') =>
      client.call(editing.endpoints.setState, {
        body: { ids: [imports.get('bridges.md') ?? ''], state },
      });
    const namesFound = async (mode: GraphSearchMode) =>
      (await search('Isambard Brunel Clifton Bridge', mode)).results.map(({ document }) => document.name);
    expect(await namesFound('LOCAL_MODE')).toContain('bridges.md');
    await switchTo('DISABLED');
    // This holds at once, before the graph has been recomputed.
    for (const mode of GraphSearchMode.options)
      expect(await namesFound(mode), mode).not.toContain('bridges.md');
    await eventually(async () => !(await view()).nodes.some(({ name }) => name === 'Isambard Brunel'));
    await switchTo('ENABLED');
    await eventually(async () => (await view()).nodes.some(({ name }) => name === 'Isambard Brunel'));
    expect(await namesFound('LOCAL_MODE')).toContain('bridges.md');
  });

  it('answers nothing while its knowledge base is switched off', { tags: ['KB-12'] }, async () => {
    const turn = (status: 'ON' | 'OFF') =>
      client.call(knowledge.endpoints.update, { params: { id }, body: { status } });
    await turn('OFF');
    for (const mode of GraphSearchMode.options) {
      const { results, graph: context, note } = await search('Lady Lovelace', mode);
      expect([results, context.entities, note], mode).toEqual([
        [],
        [],
        expect.stringContaining('switched off'),
      ]);
    }
    await turn('ON');
    expect((await search('Lady Lovelace', 'LOCAL_MODE')).results).not.toEqual([]);
  });

  it('is computed again without the model when a document is deleted, and keeps nothing that only this document said', async () => {
    const calls = model.requests.length;
    await client.call(documentImports.endpoints.removeImports, {
      body: { ids: [imports.get('babbage.md') ?? ''] },
    });
    await eventually(async () => !(await view()).nodes.some(({ name }) => name === 'London'));
    const babbage = await entity('Charles Babbage');
    expect(babbage.sources.map(({ documentName }) => documentName)).toEqual(['letters.md']);
    expect(babbage.description).not.toContain('designed');
    expect(babbage.relations.map(({ other }) => other.name)).not.toContain('Analytical Engine');
    for (const mode of GraphSearchMode.options) {
      const { results } = await search('Charles Babbage designed in London', mode);
      expect(results.map(({ document }) => document.name)).not.toContain('babbage.md');
    }
    const kept = await server.sql<{ n: number }>(
      `select count(*)::int as n from graph_answers where payload::text like '%London%' and kind = 'CHUNK'`,
    );
    expect(kept[0]?.n).toBe(0);
    expect(model.requests.length).toBe(calls);
  });
});
