import type { DocumentVersion } from '@atelier/contracts/content/bases/import-shapes';
import { documents } from '@atelier/contracts/content/documents/documents';
import { EncodingName } from '@atelier/contracts/content/documents/encodings';
import { retrieval } from '@atelier/contracts/content/retrieval/retrieval';
import { resolveEncoding } from '@atelier/documents/encoding';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../../tests/client.ts';
import { startTestServer, type TestServer } from '../../../../../tests/harness.ts';
import { importTexts, newKnowledgeBase, settled } from '../../../../../tests/knowledge.ts';
import { joinTenant } from '../../../../../tests/member.ts';
import { makePdf } from '../../../../../tests/pdf.ts';

const { endpoints } = documents;

/** The name “Müller” as an old Macintosh wrote it, which is taken for Windows-1252. */
const name = Uint8Array.from([0x4d, 0x9f, 0x6c, 0x6c, 0x65, 0x72]);

describe('the encoding of a document', () => {
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

  const importOne = async (name: string, content: string | Uint8Array<ArrayBuffer>) => {
    const base = await newKnowledgeBase(client);
    const [made] = await importTexts(client, base, { [name]: content });
    const knowledgeBaseImportId = made?.knowledgeBaseImportId ?? '';
    const [row] = await settled(client, [knowledgeBaseImportId]);
    return { base, row, params: { knowledgeBaseImportId } };
  };
  const readText = async (body: { knowledgeBaseImportId: string }) =>
    (await client.call(endpoints.viewExtracted, { body })).text;
  const choose = async (params: { knowledgeBaseImportId: string }, encoding: EncodingName) => {
    await client.call(endpoints.chooseEncoding, { params, body: { encoding } });
    const [row] = await settled(client, [params.knowledgeBaseImportId]);
    return row;
  };
  const listVersions = async (params: { knowledgeBaseImportId: string }): Promise<DocumentVersion[]> =>
    (await client.call(endpoints.listVersions, { params })).items;

  it('is shown and can be changed, after which the text is right and found, and stays with its version', async () => {
    const { base, row, params } = await importOne('name.md', name);
    expect(row).toMatchObject({ status: 'COMPLETED', encoding: { name: 'windows-1252', sure: 'guessed' } });
    expect(await readText(params)).toBe('MŸller');
    const find = async () =>
      (
        await client.call(retrieval.endpoints.retrievalTest, {
          body: { knowledgeBaseId: base, query: 'Müller', mode: 'BM25' },
        })
      ).results.map(({ text }) => text);
    expect(await find()).toEqual([]);

    const encoding = { name: 'macintosh', sure: 'chosen' };
    expect(await choose(params, 'macintosh')).toMatchObject({
      ...{ status: 'COMPLETED', version: 2, note: null, encoding },
    });
    expect(await readText(params)).toBe('Müller');
    expect(await find()).toEqual(['Müller']);
    expect((await listVersions(params)).map(({ reason }) => reason)).toEqual(['ENCODING', 'IMPORT']);

    await client.call(endpoints.editContent, {
      body: { ...params, version: 2, text: 'Herr Müller' },
    });
    expect(await settled(client, [params.knowledgeBaseImportId])).toMatchObject([
      { version: 3, encoding: { name: 'utf-8', sure: 'certain' } },
    ]);
    expect(await readText(params)).toBe('Herr Müller');
    await client.call(endpoints.revertVersion, { body: { ...params, version: 2 } });
    expect(await settled(client, [params.knowledgeBaseImportId])).toMatchObject([{ version: 4, encoding }]);
    expect(await readText(params)).toBe('Müller');
  });

  it('can be any that is offered, and no other', async () => {
    expect(EncodingName.options.map((name) => resolveEncoding(name))).toEqual(EncodingName.options);
    const { params } = await importOne('name.txt', name);
    const refused = await client.send(endpoints.chooseEncoding, {
      params,
      // @ts-expect-error: the decoder knows it, but it is no text.
      body: { encoding: 'base64' },
    });
    expect(refused).toMatchObject({ status: 400, body: { code: 'request.invalid' } });
  });

  it('is none of a file that is no text', async () => {
    const { row, params } = await importOne('paper.pdf', makePdf([['Words on a page.']]));
    expect(row).toMatchObject({ status: 'COMPLETED', encoding: null });
    const refused = await client.send(endpoints.chooseEncoding, { params, body: { encoding: 'utf-8' } });
    expect(refused).toMatchObject({ status: 409, body: { code: 'documents.not_encoded' } });
  });

  it('is not changed by those who only read', async () => {
    const { params } = await importOne('name.txt', name);
    const reader = await joinTenant(server, { tenantId, role: 'USER' });
    const refused = await reader.client.send(endpoints.chooseEncoding, {
      ...{ params, body: { encoding: 'macintosh' } },
    });
    expect(refused.status).toBe(403);
    expect((await listVersions(params)).map(({ version }) => version)).toEqual([1]);
  });
});
