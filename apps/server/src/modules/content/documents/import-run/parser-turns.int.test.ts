import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Client } from '../../../../../tests/client.ts';
import { eventually, startTestServer, type TestServer } from '../../../../../tests/harness.ts';
import { importTexts, newKnowledgeBase, readImports, settled } from '../../../../../tests/knowledge.ts';
import { makeNoisePdf } from '../../../../../tests/pdf.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const statesOf = async (client: Client, ids: readonly string[]) =>
  (await readImports(client, ids)).map(({ status }) => status);

it('reads the file of one company while scans of another are in progress', { timeout: 120_000 }, async () => {
  const [{ client: heavy }, { client: other }] = [await server.signUp(), await server.signUp()];
  const scan = makeNoisePdf(200);
  const scans = await importTexts(heavy, await newKnowledgeBase(heavy), {
    'one.pdf': scan,
    'two.pdf': scan,
    'three.pdf': scan,
  });
  const ids = scans.map(({ knowledgeBaseImportId }) => knowledgeBaseImportId);
  await eventually(
    async () => (await statesOf(heavy, ids)).every((status) => status === 'IN-PROGRESS'),
    30_000,
  );
  const [note] = await importTexts(other, await newKnowledgeBase(other), { 'note.txt': 'A small note.' });
  const [read] = await settled(other, [note?.knowledgeBaseImportId ?? ''], 60_000);
  expect(read?.status).toBe('COMPLETED');
  expect(await statesOf(heavy, ids)).toEqual(['IN-PROGRESS', 'IN-PROGRESS', 'IN-PROGRESS']);
});
