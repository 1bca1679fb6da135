import { apps } from '@atelier/contracts/assistants/apps';
import { chat } from '@atelier/contracts/assistants/chat/chat';
import { Document, Packer, Paragraph, Table, TableCell, TableRow, TextRun } from 'docx';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../tests/client.ts';
import { startTestServer, type TestServer } from '../../../../tests/harness.ts';
import { filledBase } from '../../../../tests/knowledge.ts';

const chatUserId = 'visitor-0123456789abcdef';

const certificate = async (
  number: string,
  holder: string,
  maker: string,
): Promise<Uint8Array<ArrayBuffer>> => {
  const pairs = [
    ['Certificate number', number],
    ['Holder', holder],
    ['Manufacturer', maker],
    ['Valid until', '2027-03-31'],
    ['Load', '250 kg'],
  ] as const;
  const cell = (text: string, bold: boolean) =>
    new TableCell({ children: [new Paragraph({ children: [new TextRun({ text, bold })] })] });
  const rows = pairs.map(
    ([label, value]) => new TableRow({ children: [cell(label, true), cell(value, false)] }),
  );
  const children = [new Paragraph('Certificate of inspection'), new Table({ rows })];
  return new Uint8Array(await Packer.toBuffer(new Document({ sections: [{ children }] })));
};

describe('a form in a Word document', () => {
  let server: TestServer;
  let owner: Client;
  let appId: string;

  beforeAll(async () => {
    server = await startTestServer();
    owner = (await server.signUp()).client;
    const base = await filledBase(owner, {
      'hook.docx': await certificate('ZX-17', 'Ann Lee', 'Nordwerk GmbH'),
      'clamp.docx': await certificate('ZX-22', 'Bob Ray', 'Alpina AG'),
    });
    const body = {
      name: 'Certificates',
      knowledgeBaseIds: [base],
      modelId: 'atelier/extractive',
    };
    ({ appId } = await owner.call(apps.endpoints.create, { body: { ...body, access: 'PUBLIC' } }));
  });
  afterAll(() => server.close());

  const ask = (query: string) =>
    server.visitor().call(chat.endpoints.query, { body: { appId, query, chatUserId } });

  it('answers a question for one of its values without a language model', async () => {
    const reply = await ask('Who is the manufacturer of certificate ZX-22?');
    expect(reply.answer).toBe('Manufacturer: Alpina AG, according to “clamp.docx” [1]');
    expect(reply.answer).not.toContain('Nordwerk');
    expect(reply.citations).toMatchObject([{ index: 1, documentName: 'clamp.docx' }]);
  });
});
