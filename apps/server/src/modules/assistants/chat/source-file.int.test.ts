import { apps } from '@atelier/contracts/assistants/apps';
import { chat } from '@atelier/contracts/assistants/chat/chat';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../tests/client.ts';
import { startTestServer, type TestServer } from '../../../../tests/harness.ts';
import { importTexts, newKnowledgeBase, settled } from '../../../../tests/knowledge.ts';
import { makePdf } from '../../../../tests/pdf.ts';

const chatUserId = 'visitor-0123456789abcdef';
const file = makePdf([['The heron nests on the island in the lake.'], ['The stork sleeps on the chimney.']]);

/** A mail with a PDF and a program attached to it. */
const mail = [
  'From: Ann <ann@example.com>',
  'Subject: The fair in autumn',
  'MIME-Version: 1.0',
  'Content-Type: multipart/mixed; boundary=b',
  '',
  '--b',
  'Content-Type: text/plain',
  '',
  'Dear all, the plan of the stands is attached.',
  '--b',
  'Content-Type: application/pdf; name="stands.pdf"',
  'Content-Transfer-Encoding: base64',
  'Content-Disposition: attachment; filename="stands.pdf"',
  '',
  Buffer.from(
    makePdf([['The bakers are in hall one.'], ['The beekeepers show their honey in hall seven.']]),
  ).toString('base64'),
  '--b',
  'Content-Type: application/octet-stream',
  'Content-Disposition: attachment; filename="viewer.exe"',
  '',
  'MZ',
  '--b--',
  '',
].join('\r\n');

describe('the file of a citation', () => {
  let server: TestServer;
  let owner: Client;
  let visitor: Client;
  let appId: string;

  beforeAll(async () => {
    server = await startTestServer();
    ({ client: owner } = await server.signUp());
    visitor = server.visitor();
    const knowledgeBaseId = await newKnowledgeBase(owner);
    const rows = await importTexts(owner, knowledgeBaseId, {
      'secret name.pdf': file,
      'rules.md': '# Rules\n\nThe **gate** closes at ten.',
      'times.csv': 'Train,Leaves\nNorth,7:15\nSouth,8:40\n',
    });
    await settled(
      owner,
      rows.map((row) => row.knowledgeBaseImportId),
    );
    const body = { name: 'Birds', access: 'PUBLIC' as const, knowledgeBaseIds: [knowledgeBaseId] };
    appId = (await owner.call(apps.endpoints.create, { body })).appId;
  });
  afterAll(() => server.close());

  const ask = async (query: string) => {
    const { queryId } = await visitor.call(chat.endpoints.query, { body: { appId, query, chatUserId } });
    return { appId, chatUserId, queryId, index: 1 };
  };
  const fileOf = (query: object, headers: Record<string, string> = {}) =>
    visitor.fetch(
      `/api/content/chat/source/file?${new URLSearchParams({ ...query } as Record<string, string>).toString()}`,
      {
        headers,
      },
    );

  it('names the attachment that a mail was found by, and the import says what was left out', async () => {
    const knowledgeBaseId = await newKnowledgeBase(owner);
    const rows = await importTexts(owner, knowledgeBaseId, { 'fair.eml': mail });
    const [row] = await settled(
      owner,
      rows.map((each) => each.knowledgeBaseImportId),
    );
    expect(row).toMatchObject({
      status: 'COMPLETED',
      note: 'Attachments that were left out: “viewer.exe” (of a type that cannot be read).',
    });
    const body = { name: 'Fair', access: 'PUBLIC' as const, knowledgeBaseIds: [knowledgeBaseId] };
    const app = await owner.call(apps.endpoints.create, { body });
    const query = { appId: app.appId, query: 'Where do the beekeepers show their honey?', chatUserId };
    const { queryId, citations } = await visitor.call(chat.endpoints.query, { body: query });
    expect(citations).toMatchObject([
      {
        documentName: 'fair.eml',
        heading: 'The fair in autumn > Attachment: stands.pdf',
        page: 2,
        quote: expect.stringContaining('The beekeepers show their honey in hall seven.'),
      },
    ]);
    const cited = { appId: app.appId, chatUserId, queryId, index: 1 };
    const { sections, citation } = await visitor.call(chat.endpoints.source, { query: cited });
    const text = sections.map((section) => section.text).join('');
    expect(text).toContain('The beekeepers show their honey in hall seven.');
    expect(citation.heading).toBe('The fair in autumn > Attachment: stands.pdf');
  });

  it('is announced with the cited position and the type to show it as', async () => {
    const sourceOf = async (question: string) =>
      visitor.call(chat.endpoints.source, { query: await ask(question) });
    const pdf = await sourceOf('Where does the stork sleep?');
    expect(pdf).toMatchObject({ form: 'PDF', fileBytes: file.byteLength, citation: { page: 2 } });
    expect(await sourceOf('When does the gate close?')).toMatchObject({ form: 'MARKDOWN' });
    expect(await sourceOf('When does the train North leave?')).toMatchObject({
      form: 'TABLE',
      fileBytes: null,
    });
  });

  it('is sent whole or as a range, with a type that no browser runs and without its name', async () => {
    const query = await ask('Where does the stork sleep?');
    const whole = await fileOf(query);
    expect([whole.status, Buffer.from(await whole.arrayBuffer()).equals(Buffer.from(file))]).toEqual([
      200,
      true,
    ]);
    const part = await fileOf(query, { range: 'bytes=5-9' });
    expect([part.status, await part.text()]).toEqual([
      206,
      Buffer.from(file).subarray(5, 10).toString('latin1'),
    ]);
    expect(part.headers.get('content-range')).toBe(`bytes 5-9/${file.byteLength}`);
    const last = await fileOf(query, { range: `bytes=${file.byteLength - 3}-${file.byteLength + 100}` });
    expect([last.status, (await last.arrayBuffer()).byteLength]).toEqual([206, 3]);
    const beyond = await fileOf(query, { range: `bytes=${file.byteLength}-` });
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, `bytes */${file.byteLength}`]);
    expect(part.headers.get('content-type')).toBe('application/pdf');
    expect(part.headers.get('content-disposition')).toBe('attachment; filename="source"');
    expect(part.headers.get('content-security-policy')).toBe("sandbox; default-src 'none'");
    expect(part.headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('is sent only to the browser that got the answer, and only where the app shows files', async () => {
    const query = await ask('Where does the stork sleep?');
    const refused = async (change: object) => (await fileOf({ ...query, ...change })).status;
    expect(await refused({ chatUserId: 'another-0123456789abcdef' })).toBe(404);
    expect(await refused({ index: 99 })).toBe(404);
    expect(await refused(await ask('When does the train North leave?'))).toBe(404);
  });
});
