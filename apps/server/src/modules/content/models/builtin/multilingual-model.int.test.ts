import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { models } from '@atelier/contracts/content/models';
import { retrieval } from '@atelier/contracts/content/retrieval/retrieval';
import type { RetrievalSettings } from '@atelier/contracts/content/retrieval/retrieval-shapes';
import { builtinModels } from '@atelier/models/builtin';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { multilingualFolder } from '../../../../../../../tools/test-weights.mjs';
import type { Client } from '../../../../../tests/client.ts';
import { startTestServer, type TestServer } from '../../../../../tests/harness.ts';
import { importTexts, newKnowledgeBase, settled } from '../../../../../tests/knowledge.ts';
import { builtinEmbedder } from './list-builtin.ts';
import { builtinWeights } from './weights.ts';

const modelId = 'multilingual-e5-small';
const names = ['model.onnx', 'tokenizer.json'] as const;

const cosine = (a: Float32Array | undefined, b: Float32Array | undefined): number =>
  [...(a ?? [])].reduce((sum, value, at) => sum + value * (b?.[at] ?? 0), 0);

/** A question and the text that answers it, which share no word, and their likeness by the engine from whose weights these were made. */
const pairs = [
  ['When does the ferry leave?', 'The boat to the island departs at nine in the morning.', 0.799],
  ['Wann fährt die Fähre?', 'Das Schiff zur Insel legt um neun Uhr morgens ab.', 0.8444],
  ['¿Cuándo sale el transbordador?', 'El barco a la isla zarpa a las nueve de la mañana.', 0.8127],
  ['Feribot ne zaman kalkıyor?', 'Adaya giden gemi sabah dokuzda hareket ediyor.', 0.8123],
  ['Когда отправляется паром?', 'Судно на остров отходит в девять утра.', 0.8155],
  ['渡轮什么时候开？', '去岛上的船早上九点出发。', 0.864],
] as const;

const texts = {
  'lease.en.md': 'The rent for the flat is due on the first of each month.',
  'tyres.en.md': 'The car needs new tyres before winter.',
  'boiler.de.md': 'Die Heizung im Keller wird jedes Jahr im September gewartet.',
  'choir.de.md': 'Der Chor probt donnerstags im Rathaus und singt Lieder von Schubert.',
  'bread.es.md': 'El pan se hornea cada mañana a las cinco con harina de centeno.',
  'dentist.es.md': 'El dentista atiende los martes y no trabaja en agosto.',
  'whales.tr.md': 'Balinalar yavrularını sütle besler ve havayı akciğerleriyle solur.',
  'bridge.tr.md': 'Köprü gece yarısından sonra kamyonlara kapalıdır.',
  'library.ru.md': 'Библиотека выдаёт книги на три недели.',
  'mushrooms.ru.md': 'Грибы в этом лесу собирают после осенних дождей.',
  'tea.zh.md': '绿茶应该用八十度的水冲泡。',
  'train.zh.md': '去北京的火车晚上十点发车。',
};

/** Questions in the language of the text that answers them. */
const sameLanguage = [
  ['How much time do I have until I must pay my landlord?', 'lease.en.md'],
  ['Wann singt man gemeinsam?', 'choir.de.md'],
  ['¿Qué día puedo hacerme mirar una muela?', 'dentist.es.md'],
  ['Denizde yaşayan memeliler nasıl nefes alır?', 'whales.tr.md'],
  ['На какой срок можно взять роман домой?', 'library.ru.md'],
  ['沏茶要多热？', 'tea.zh.md'],
] as const;

/** Questions in another language than the text that answers them, beside texts in their own language. */
const acrossLanguages = [
  ['Wann muss ich die Miete für meine Wohnung zahlen?', 'lease.en.md'],
  ['Welche Reifen braucht das Auto im Winter?', 'tyres.en.md'],
  ['When is the heating serviced?', 'boiler.de.md'],
  ['How hot should the water for green tea be?', 'tea.zh.md'],
  ['When does the train to Beijing leave?', 'train.zh.md'],
  ['¿Cuántas semanas puedo tener un libro prestado?', 'library.ru.md'],
  ['Когда мост закрыт для грузовиков?', 'bridge.tr.md'],
] as const;

describe('multilingual-e5-small with real weights', () => {
  const work = join(tmpdir(), `atelier-multilingual-${process.pid}`);
  let mirror: Server;
  let server: TestServer;
  let tenantId: string;
  let client: Client;
  let knowledgeBaseId: string;

  beforeAll(async () => {
    const contents = new Map<string, Buffer>();
    for (const name of names) contents.set(name, await readFile(join(multilingualFolder, name)));
    const files = names.map((name) => {
      const content = contents.get(name) ?? Buffer.alloc(0);
      const sha256 = createHash('sha256').update(content).digest('hex');
      return { name, path: name, bytes: content.length, sha256 };
    });
    // The model of the product with other files, as an operator names them.
    const own = { ...builtinModels.find(({ id }) => id === modelId), files };
    await mkdir(work, { recursive: true });
    await writeFile(join(work, 'models.json'), JSON.stringify([own]));
    mirror = createServer(({ url = '' }, response) => void response.end(contents.get(basename(url))));
    await new Promise<void>((resolve) => void mirror.listen(0, '127.0.0.1', resolve));
    const env = {
      EMBEDDING_MODELS: modelId,
      EMBEDDING_MODELS_FILE: join(work, 'models.json'),
      EMBEDDING_WEIGHTS_FROM: `http://127.0.0.1:${(mirror.address() as AddressInfo).port}`,
    };
    server = await startTestServer({ env });
    await server.container.use(builtinWeights).fetchNow();
    const signedUp = await server.signUp();
    ({ client } = signedUp);
    ({ tenantId } = signedUp.user);
    knowledgeBaseId = await newKnowledgeBase(client);
    const rows = await importTexts(client, knowledgeBaseId, texts);
    await settled(
      client,
      rows.map((row) => row.knowledgeBaseImportId),
    );
  }, 120_000);
  afterAll(async () => {
    await server.close();
    await new Promise((resolve) => void mirror.close(resolve));
    await rm(work, { recursive: true, force: true });
  });

  const embed = (text: string, purpose: 'QUESTION' | 'CHUNK' = 'CHUNK') =>
    builtinEmbedder(server.contextOf(tenantId), modelId).embed([text], { purpose });
  const likenessOf = async (question: string, chunk: string): Promise<number> => {
    const [one, other] = await Promise.all([embed(question, 'QUESTION'), embed(chunk)]);
    return cosine(one.vectors[0], other.vectors[0]);
  };

  it('is the default of a server that was given it alone', async () => {
    const { models: listed } = await client.call(models.endpoints.list, { query: { type: 'EMBEDDING' } });
    expect(listed).toMatchObject([{ modelId: `prv_operator_builtin/${modelId}`, isDefault: true }]);
    const builtin = await client.call(models.endpoints.builtin, {});
    expect(builtin.models).toMatchObject([
      { state: 'READY', languages: 'About 100 languages', licence: 'MIT' },
    ]);
  });

  it.each(pairs)('computes the likeness that the engine of the weights computes: %s', async (...pair) => {
    const [question, chunk, expected] = pair;
    expect(Math.abs((await likenessOf(question, chunk)) - expected)).toBeLessThan(0.02);
  });

  it('gives questions and chunks the prefixes of the model', async () => {
    const [, text] = pairs[0];
    // Without prefixes it would be 1; the engine of the weights computes 0.934.
    const likeness = await likenessOf(text, text);
    expect(likeness).toBeGreaterThan(0.91);
    expect(likeness).toBeLessThan(0.96);
  });

  it('embeds a text of more than 512 tokens in parts that have all of it', async () => {
    const filler = 'The harbour of Hamburg is large. '.repeat(100);
    const { vectors, usage } = await embed(filler);
    // 805 tokens with the prefix and the marks: the second part repeats three tokens at its beginning and the mark of its end.
    expect(usage).toEqual({ inputTokens: 805 + 4, estimated: false });
    const { vectors: longer } = await embed(`${filler}Penguins swim under the ice of Antarctica.`);
    const { vectors: question } = await embed('Penguins in Antarctica', 'QUESTION');
    expect(cosine(longer[0], question[0])).toBeGreaterThan(cosine(vectors[0], question[0]) + 0.01);
  });

  const search = async (query: string, settings: Partial<RetrievalSettings>) => {
    const body = { knowledgeBaseId, query, ...settings };
    return (await client.call(retrieval.endpoints.retrievalTest, { body })).results;
  };

  it.each(sameLanguage)('finds first what answers “%s”', async (question, name) => {
    for (const mode of ['VECTOR', 'HYBRID'] as const) {
      const [best] = await search(question, { mode });
      expect([mode, best?.document.name]).toEqual([mode, name]);
    }
  });

  it.each(acrossLanguages)(
    'finds among the first three of twelve what answers “%s”',
    async (question, name) => {
      for (const mode of ['VECTOR', 'HYBRID'] as const) {
        const found = await search(question, { mode });
        expect(found.slice(0, 3).map(({ document }) => document.name)).toContain(name);
      }
    },
  );

  it('gives the words 0.4 of the weight', async () => {
    const results = await search('Wann probt der Chor?', { mode: 'HYBRID' });
    const { bm25, vector, fused } = results[0]?.stages ?? {};
    expect(results[0]?.document.name).toBe('choir.de.md');
    const share = ((fused ?? 0) - (vector ?? 0)) / ((bm25 ?? 0) - (vector ?? 0));
    expect(share).toBeCloseTo(0.4, 6);
  });

  it('takes less than 0.8 GB of memory, in a process of its own', async () => {
    const sizes: number[] = [];
    for (const id of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
      const read = (file: string) => readFile(`/proc/${id}/${file}`, 'utf8').catch(() => '');
      const [command, status] = await Promise.all([read('cmdline'), read('status')]);
      if (command.includes('native-worker') && status.includes(`PPid:\t${process.pid}\n`))
        sizes.push(Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1024);
    }
    expect(sizes).toHaveLength(1);
    expect(sizes[0]).toBeLessThan(800);
  });
});
