import { knowledge } from '@atelier/contracts/knowledge';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type LoopbackServer, startLoopbackServer } from '../../tests/loopback-server.ts';
import { upload } from './upload.ts';

let server: LoopbackServer;
beforeAll(async () => {
  server = await startLoopbackServer();
});
afterAll(() => server.stop());

const form = () => {
  const data = new FormData();
  data.append('knowledgeBaseId', 'kb_1');
  data.append('file', new File(['hello'], 'a.txt', { type: 'text/plain' }));
  return data;
};

it('sends the parts in their order and resolves to responseData', async () => {
  server.answerEnvelope({ success: true, responseCode: 200, responseData: { imports: [] } });
  expect(await upload(knowledge.endpoints.importFile, form())).toEqual({ imports: [] });
  const [request] = server.seen;
  expect(request?.headers['content-type']).toMatch(/^multipart\/form-data; ?boundary=/);
  expect(request?.body.indexOf('kb_1')).toBeLessThan(request?.body.indexOf('a.txt') ?? 0);
});

it('rejects with the message of the failure (ERROR-11)', async () => {
  server.answerEnvelope({
    success: false,
    responseCode: 413,
    responseData: null,
    message: 'Too large.',
    code: 'k.f',
  });
  await expect(upload(knowledge.endpoints.importFile, form())).rejects.toMatchObject({
    message: 'Too large.',
  });
});

it('says Request aborted when it was stopped before it began (ERROR-08)', async () => {
  const options = { signal: AbortSignal.abort() };
  await expect(upload(knowledge.endpoints.importFile, form(), options)).rejects.toMatchObject({
    message: 'Request aborted',
  });
});
