import { readFile } from 'node:fs/promises';
import { knowledge } from '@atelier/contracts/content/bases/knowledge';
import { documentImports } from '@atelier/contracts/content/documents/document-imports';
import { isRecording, recordingEndings } from '@atelier/contracts/content/documents/document-position';
import { models } from '@atelier/contracts/content/models';
import { retrieval } from '@atelier/contracts/content/retrieval/retrieval';
import { sources } from '@atelier/contracts/content/sources/sources';
import { recordingExtensions } from '@atelier/documents';
import { wav } from '@atelier/documents/tests/recordings';
import { type FakeOpenAI, startFakeOpenAI } from '@atelier/models/tests/fake-openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../../tests/client.ts';
import { offerModels } from '../../../../../tests/fakes/model-provider.ts';
import { eventually, startTestServer, type TestServer } from '../../../../../tests/harness.ts';
import {
  countRows,
  importTexts,
  listObjects,
  newKnowledgeBase,
  sendForm,
  settled,
  uploadForm,
} from '../../../../../tests/knowledge.ts';
import { makePdf } from '../../../../../tests/pdf.ts';

const { endpoints } = documentImports;
const picturePath = '../../../../../../../packages/documents/tests/pictures/leave.png';
const picture = async () => Uint8Array.from(await readFile(new URL(picturePath, import.meta.url)));
const bytes = (content: Uint8Array) => Uint8Array.from(content);
/** Starting another server takes long on a busy machine. */
const patience = 60_000;

describe('sound, films and pictures', { timeout: 120_000 }, () => {
  let server: TestServer;
  let fake: FakeOpenAI;

  beforeAll(async () => {
    fake = await startFakeOpenAI();
    server = await startTestServer({ env: { OUTBOUND_ALLOW: new URL(fake.baseUrl).host } });
  });
  afterAll(async () => {
    await server.close();
    await fake.close();
  });

  const offer = (client: Client, offered: { transcriptionModels?: string[]; visionModels?: string[] }) =>
    offerModels(client, fake.baseUrl, offered);
  const choose = (client: Client, type: 'TRANSCRIPTION' | 'VISION', modelId: string) =>
    client.call(models.endpoints.setDefault, { body: { type, modelId } });
  const importOne = async (client: Client, id: string, name: string, content: Uint8Array<ArrayBuffer>) => {
    const [row] = await importTexts(client, id, { [name]: content });
    return row?.knowledgeBaseImportId ?? '';
  };
  const chargesOf = async (tenantId: string) =>
    server.sql<{ amount: string }>(
      `select amount::text from usage_records where tenant_id = $1 and amount > 0`,
      [tenantId],
    );
  const textOf = async (client: Client, importId: string) => {
    const { sections } = await client.call(endpoints.readSource, {
      params: { knowledgeBaseImportId: importId },
      query: { sections: 20 },
    });
    return sections;
  };
  /** Returns the calls that the fake provider received for a model. */
  const callsFor = (model: string) => fake.requests.filter(({ body }) => body.model === model).length;

  it('refuses sound and films while there is no transcription model, and keeps nothing of them', {
    tags: ['IMPORT-16', 'IMPORT-18'],
  }, async () => {
    const { client, user } = await server.signUp();
    const id = await newKnowledgeBase(client);
    const before = await countRows(server, user.tenantId);
    const objects = (await listObjects(server)).length;
    for (const name of ['talk.mp3', 'film.mp4', 'Town Hall.OGV']) {
      const form = uploadForm(id, { 'first.md': 'A text before it.', [name]: bytes(wav(1)) });
      const { status, body } = await sendForm(client, form);
      expect([status, body.code]).toEqual([412, 'knowledge.transcription_unavailable']);
      expect(body.message).toContain('add one under Models');
    }
    expect(await countRows(server, user.tenantId)).toEqual(before);
    await eventually(async () => (await listObjects(server)).length === objects);
  });

  it('finds what was said in a recording, with the second at which it was said, and charges its minutes', {
    tags: ['IMPORT-16'],
  }, async () => {
    const { client, user } = await server.signUp();
    await offer(client, { transcriptionModels: ['fake-transcription'] });
    const id = await newKnowledgeBase(client);
    const importId = await importOne(client, id, 'weekly.wav', bytes(wav(3)));
    const [row] = await settled(client, [importId]);
    expect(row).toMatchObject({ status: 'COMPLETED', pages: null, chunkCount: 1 });
    const { results } = await client.call(retrieval.endpoints.retrievalTest, {
      body: { knowledgeBaseId: id, query: 'When does the heron project start?' },
    });
    expect(results[0]?.document).toMatchObject({ name: 'weekly.wav', second: 725 });
    expect(results[0]?.document.page).toBeUndefined();
    expect(results[0]?.positions.map(({ page, second }) => [page, second])).toEqual([
      [null, 0],
      [null, 17],
      [null, 725],
    ]);
    expect(results[0]?.quote).toContain('The heron project starts in March');
    expect((await textOf(client, importId)).map(({ second }) => second)).toEqual([0, 17, 725]);
    // The provider reports 740 seconds, at 0.006 dollars a minute, in millionths of a tenth of a cent.
    expect(await chargesOf(user.tenantId)).toEqual([{ amount: '74000000' }]);
    expect(await server.sql(`select 1 from paid_readings where tenant_id = $1`, [user.tenantId])).toEqual([]);
  });

  it('takes every ending of sound and films, with and without capitals', {
    tags: ['IMPORT-16', 'IMPORT-18', 'IMPORT-19'],
  }, async () => {
    const { client } = await server.signUp();
    const { endings } = await client.call(endpoints.acceptedFiles, {});
    expect(endings.filter((ending) => isRecording(`a${ending}`))).toEqual(
      recordingExtensions.map((ending) => `.${ending}`),
    );
    expect([...recordingEndings]).toEqual([...recordingExtensions]);
    const named = [
      'mp3',
      'wav',
      'm4a',
      'ogg',
      'flac',
      'avi',
      'flv',
      'mkv',
      'mov',
      'mp4',
      'mpeg',
      'mpg',
      'webm',
      'wmv',
      'ogv',
    ];
    expect(named.filter((ending) => !isRecording(`Talk.${ending.toUpperCase()}`))).toEqual([]);
  });

  it('fails alone where the provider refuses it, says why, and is heard by a retry', {
    tags: ['IMPORT-18'],
  }, async () => {
    const { client } = await server.signUp();
    const { providerId } = await offer(client, {
      transcriptionModels: ['fake-transcription-unreadable', 'fake-transcription'],
    });
    const id = await newKnowledgeBase(client);
    const rows = await importTexts(client, id, {
      'film.mp4': bytes(wav(1)),
      'beside.md': 'A text beside it.',
    });
    const ids = rows.map((row) => row.knowledgeBaseImportId);
    const [film, text] = await settled(client, ids, patience);
    expect(film).toMatchObject({ status: 'ERRORED', error: { code: 'models.upstream_refused' } });
    expect(text?.status).toBe('COMPLETED');
    await choose(client, 'TRANSCRIPTION', `${providerId}/fake-transcription`);
    await client.call(endpoints.retryImport, { params: { knowledgeBaseImportId: ids[0] ?? '' } });
    expect((await settled(client, ids))[0]).toMatchObject({ status: 'COMPLETED', chunkCount: 1 });
  });

  it('says what to do about a recording that is larger than the provider takes', async () => {
    const { client, user } = await server.signUp();
    await client.call(models.endpoints.createProvider, {
      body: {
        kind: 'openai',
        name: 'OpenAI',
        settings: { baseUrl: fake.baseUrl, apiKey: 'sk-test' },
        transcriptionModels: ['whisper-1'],
      },
    });
    const id = await newKnowledgeBase(client);
    const [row] = await settled(client, [await importOne(client, id, 'long.wav', bytes(wav(3300)))]);
    expect(row).toMatchObject({ status: 'ERRORED', error: { code: 'models.recording_too_large' } });
    expect(row?.error?.message).toMatch(/25 MB that OpenAI takes.*save its sound alone as MP3/);
    expect(await chargesOf(user.tenantId)).toEqual([]);
  });

  it('says so where nothing was said, and does not ask again for money', async () => {
    const { client } = await server.signUp();
    await offer(client, { transcriptionModels: ['fake-transcription-silent'] });
    const id = await newKnowledgeBase(client);
    const importId = await importOne(client, id, 'silence.wav', bytes(wav(2)));
    expect((await settled(client, [importId]))[0]?.error?.code).toBe('documents.nothing_said');
    await client.call(endpoints.retryImport, { params: { knowledgeBaseImportId: importId } });
    expect((await settled(client, [importId]))[0]?.error?.code).toBe('documents.nothing_said');
    expect(callsFor('fake-transcription-silent')).toBe(1);
  });

  it('estimates minutes where they are known, else by size, and says which model is missing', {
    tags: ['IMPORT-52'],
  }, async () => {
    const { client } = await server.signUp();
    const files = [
      { name: 'talk.mp3', size: 5_000_000, seconds: 600 },
      { name: 'more.mp3', size: 5_000_000 },
    ];
    const estimate = (body: object) => client.call(sources.endpoints.estimate, { body: { files, ...body } });
    const without = await estimate({});
    expect(without.credits).toBe(0);
    expect(without.note).toContain('transcription model, and there is none');
    await offer(client, { transcriptionModels: ['fake-transcription'], visionModels: ['fake-vision'] });
    const { credits, note, tokens } = await estimate({});
    // 15 minutes at 0.006 dollars.
    expect(credits).toBeCloseTo(90, 1);
    expect(note).toBe('15:00 of sound and film to be transcribed.');
    expect(tokens).toBe(3000);
    const scan = { files: [{ name: 'scan.pdf', size: 600_000 }] };
    expect((await estimate({ ...scan, imageHandling: 'OCR' })).credits).toBe(0);
    const pages = (await estimate({ ...scan, imageHandling: 'PAGE' })).credits;
    expect(pages).toBeGreaterThan(0);
    expect((await estimate({ ...scan, imageHandling: 'IMAGES' })).credits).toBeLessThan(pages);
  });

  it('asks for a model that sees before pictures are described by one', { tags: ['IMPORT-34'] }, async () => {
    const { client } = await server.signUp();
    const made = await client.send(knowledge.endpoints.create, {
      body: { name: 'Seen', imageHandling: 'PAGE' },
    });
    expect([made.status, made.body.code]).toEqual([412, 'knowledge.vision_unavailable']);
    const id = await newKnowledgeBase(client);
    const params = { id };
    const changed = await client.send(knowledge.endpoints.update, {
      params,
      body: { imageHandling: 'IMAGES' },
    });
    expect(changed.body.code).toBe('knowledge.vision_unavailable');
    await offer(client, { visionModels: ['fake-vision'] });
    const base = await client.call(knowledge.endpoints.update, { params, body: { imageHandling: 'IMAGES' } });
    expect(base.imageHandling).toBe('IMAGES');
  });

  it('describes each page of a PDF with PAGE, and pays for each once', { tags: ['IMPORT-34'] }, async () => {
    const { client, user } = await server.signUp();
    await offer(client, { visionModels: ['fake-vision'] });
    const id = await newKnowledgeBase(client, { imageHandling: 'PAGE' });
    const pdf = bytes(makePdf([['The first page.'], ['The second page.']]));
    const importId = await importOne(client, id, 'book.pdf', pdf);
    expect((await settled(client, [importId]))[0]).toMatchObject({ status: 'COMPLETED', pages: 2 });
    const sections = await textOf(client, importId);
    expect(sections.map(({ page }) => page)).toEqual([1, 2]);
    for (const { text } of sections)
      expect(text).toMatch(/^A heron\n\nThe picture shows a heron beside a lake.*image\/png/s);
    expect(await chargesOf(user.tenantId)).toHaveLength(2);
  });

  it('describes a picture with IMAGES and finds it by what it shows', { tags: ['IMPORT-34'] }, async () => {
    const { client } = await server.signUp();
    await offer(client, { visionModels: ['fake-vision'] });
    const id = await newKnowledgeBase(client, { imageHandling: 'IMAGES' });
    await settled(client, [await importOne(client, id, 'photo.png', await picture())]);
    const { results } = await client.call(retrieval.endpoints.retrievalTest, {
      body: { knowledgeBaseId: id, query: 'heron beside a lake' },
    });
    expect(results[0]?.document.name).toBe('photo.png');
  });

  it('fails alone where the model does not see after all', { tags: ['IMPORT-34'] }, async () => {
    const { client } = await server.signUp();
    await offer(client, { visionModels: ['fake-vision-blind'] });
    const id = await newKnowledgeBase(client, { imageHandling: 'PAGE' });
    const importId = await importOne(client, id, 'photo.png', await picture());
    const [row] = await settled(client, [importId], patience);
    expect(row).toMatchObject({ status: 'ERRORED', error: { code: 'models.upstream_refused' } });
  });

  it('pays twice at most for the call in progress when the server dies between pages', {
    tags: ['IMPORT-34'],
  }, async () => {
    const api = await startTestServer({
      env: { ATELIER_ROLES: 'api', OUTBOUND_ALLOW: new URL(fake.baseUrl).host },
    });
    const env = { ATELIER_ROLES: 'worker', OUTBOUND_ALLOW: new URL(fake.baseUrl).host };
    const model = 'fake-vision-hang-second';
    try {
      const { client } = await api.signUp();
      await offer(client, { visionModels: [model] });
      const id = await newKnowledgeBase(client, { imageHandling: 'PAGE' });
      const pdf = bytes(makePdf([['One.'], ['Two.'], ['Three.']]));
      const importId = await importOne(client, id, 'three.pdf', pdf);
      const first = await api.another({ env });
      await eventually(async () => callsFor(model) === 2, patience);
      await first.close();
      const second = await api.another({ env });
      expect((await settled(client, [importId], patience))[0]).toMatchObject({
        status: 'COMPLETED',
        pages: 3,
      });
      // Three pages, and the one call that was in progress.
      expect(callsFor(model)).toBe(4);
      await second.close();
    } finally {
      await api.close();
    }
  });
});
