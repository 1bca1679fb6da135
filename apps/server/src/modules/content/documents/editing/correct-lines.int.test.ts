import { documentImports } from '@atelier/contracts/content/documents/document-imports';
import { documents } from '@atelier/contracts/content/documents/documents';
import { retrieval } from '@atelier/contracts/content/retrieval/retrieval';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../../tests/client.ts';
import { startTestServer, type TestServer } from '../../../../../tests/harness.ts';
import { importTexts, newKnowledgeBase, settled } from '../../../../../tests/knowledge.ts';
import { joinTenant } from '../../../../../tests/member.ts';

const { endpoints } = documents;

const rooms = 'Room,Seats\nAurora,12\nBorealis,40\nAurora,12\n';

describe('corrections of what was read', () => {
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

  const importOne = async (name: string, content: string) => {
    const base = await newKnowledgeBase(client);
    const [made] = await importTexts(client, base, { [name]: content });
    const params = { knowledgeBaseImportId: made?.knowledgeBaseImportId ?? '' };
    await settled(client, [params.knowledgeBaseImportId]);
    return { base, params };
  };
  const readSource = async (params: { knowledgeBaseImportId: string }) => {
    const query = { at: 0, sections: 20 };
    return client.call(documentImports.endpoints.readSource, { params, query });
  };
  const readText = async (params: { knowledgeBaseImportId: string }) =>
    (await readSource(params)).sections.map(({ text }) => text).join('\n\n');
  type Corrections = Parameters<typeof client.call<typeof endpoints.correctLines>>[1]['body']['corrections'];
  const correct = async (
    params: { knowledgeBaseImportId: string },
    version: number,
    corrections: Corrections,
  ) => {
    await client.call(endpoints.correctLines, { params, body: { version, corrections } });
    const [row] = await settled(client, [params.knowledgeBaseImportId]);
    return row;
  };
  const find = async (knowledgeBaseId: string, query: string) =>
    (await client.call(retrieval.endpoints.retrievalTest, { body: { knowledgeBaseId, query, mode: 'BM25' } }))
      .results;

  it('change one of several equal cells, which is found instead of what was read, and mark the document as edited', async () => {
    const { base, params } = await importOne('rooms.csv', rooms);
    const text = await readText(params);
    expect(text).toBe('Room: Aurora\nSeats: 12\n\nRoom: Borealis\nSeats: 40\n\nRoom: Aurora\nSeats: 12');
    const start = text.lastIndexOf('Room: Aurora');
    const row = await correct(params, 1, [{ line: 'Room: Aurora', start, text: 'Room: Australis' }]);
    expect(row).toMatchObject({ status: 'COMPLETED', version: 2, name: 'rooms.csv', note: null });
    expect(await readText(params)).toBe(
      'Room: Aurora\nSeats: 12\n\nRoom: Borealis\nSeats: 40\n\nRoom: Australis\nSeats: 12',
    );
    expect((await readSource(params)).form).toBe('TABLE');
    expect((await find(base, 'Australis'))[0]).toMatchObject({ edited: true });
  });

  it('change the name of a column in all rows, and nothing that merely contains it', async () => {
    const { params } = await importOne('rooms.csv', 'Room,Note\nAurora,Room: large\nBorealis,Rooms\n');
    await correct(params, 1, [{ name: 'Room', text: 'Hall' }]);
    expect(await readText(params)).toBe('Hall: Aurora\nNote: Room: large\n\nHall: Borealis\nNote: Rooms');
  });

  it('build on each other, stay when the file is read again, and go with a return to an earlier version', async () => {
    const { params } = await importOne('rooms.csv', rooms);
    const importId = params.knowledgeBaseImportId;
    await correct(params, 1, [{ name: 'Seats', text: 'Chairs' }]);
    const start = (await readText(params)).indexOf('Chairs: 40');
    await correct(params, 2, [{ line: 'Chairs: 40', start, text: 'Chairs: 41' }]);
    const corrected = 'Room: Aurora\nChairs: 12\n\nRoom: Borealis\nChairs: 41\n\nRoom: Aurora\nChairs: 12';
    expect(await readText(params)).toBe(corrected);
    const encoding = { params, body: { encoding: 'windows-1252' } } as const;
    await client.call(endpoints.chooseEncoding, encoding);
    await settled(client, [importId]);
    expect(await readText(params)).toBe(corrected);
    const versions = (await client.call(endpoints.listVersions, { params })).items;
    expect(versions.map(({ reason }) => reason)).toEqual(['ENCODING', 'CORRECTION', 'CORRECTION', 'IMPORT']);
    await client.call(endpoints.revertVersion, { body: { ...params, version: 1 } });
    await settled(client, [importId]);
    expect(await readText(params)).toContain('Seats: 40');
  });

  it('are refused for another version, for a line that is not there, and for somebody who only reads', async () => {
    const { params } = await importOne('rooms.csv', rooms);
    const send = (version: number, start: number, line = 'Room: Aurora') => {
      const corrections = [{ line, start, text: 'Room: Other' }];
      return client.send(endpoints.correctLines, { params, body: { version, corrections } });
    };
    const changed = { status: 409, body: { code: 'documents.changed' } };
    expect(await send(2, 0)).toMatchObject(changed);
    expect(await send(1, 1)).toMatchObject(changed);
    expect(await send(1, 0, 'Room: Borealis')).toMatchObject(changed);
    expect(await send(1, 1, 'oom: Aurora')).toMatchObject(changed);
    expect(await send(1, 0, 'Room: Aurora\nSeats: 12')).toMatchObject({ status: 400 });
    const reader = await joinTenant(server, { tenantId, role: 'USER' });
    const body = { version: 1, corrections: [{ line: 'Room: Aurora', start: 0, text: 'Room: Other' }] };
    expect(await reader.client.send(endpoints.correctLines, { params, body })).toMatchObject({ status: 403 });
    expect(await readText(params)).not.toContain('Other');
  });
});
