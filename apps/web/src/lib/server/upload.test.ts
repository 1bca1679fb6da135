import { documentImports } from '@atelier/contracts/content/documents/document-imports';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type LoopbackServer, startLoopbackServer } from '../../../tests/loopback-server.ts';
import { onSessionEnd } from './http.ts';
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
  expect(await upload(documentImports.endpoints.importFile, form())).toEqual({ imports: [] });
  const [request] = server.seen;
  expect(request?.headers['content-type']).toMatch(/^multipart\/form-data; ?boundary=/);
  expect(request?.body.indexOf('kb_1')).toBeLessThan(request?.body.indexOf('a.txt') ?? 0);
});

it('rejects with the message of the failure', { tags: ['ERROR-11'] }, async () => {
  server.answerEnvelope({
    success: false,
    responseCode: 413,
    responseData: null,
    message: 'Too large.',
    code: 'k.f',
  });
  await expect(upload(documentImports.endpoints.importFile, form())).rejects.toMatchObject({
    message: 'Too large.',
  });
});

it('rejects a 401 without a word, and ends the session', { tags: ['ERROR-09', 'ERROR-13'] }, async () => {
  const ended = vi.fn<(value?: unknown) => void>();
  const stopListening = onSessionEnd(ended);
  server.answerEnvelope({ success: false, responseCode: 401, responseData: null, message: 'Not you.' });
  await expect(upload(documentImports.endpoints.importFile, form())).rejects.toMatchObject({
    message: '',
    status: 401,
    body: undefined,
  });
  expect(ended).toHaveBeenCalledOnce();
  stopListening();
});

it('rejects a 500 with the whole body', { tags: ['ERROR-10'] }, async () => {
  const body = { success: false, responseCode: 500, responseData: { file: 'a.txt' }, message: 'Broken.' };
  server.answerEnvelope(body);
  await expect(upload(documentImports.endpoints.importFile, form())).rejects.toMatchObject({
    status: 500,
    body,
  });
});

it('rejects any other failure without a body with its status text', { tags: ['ERROR-11'] }, async () => {
  server.answerWith((_request, response) => response.writeHead(409, 'Conflict').end());
  await expect(upload(documentImports.endpoints.importFile, form())).rejects.toMatchObject({
    message: 'Conflict',
  });
});

it('says Request aborted when it was stopped before it began', { tags: ['ERROR-08'] }, async () => {
  const options = { signal: AbortSignal.abort() };
  await expect(upload(documentImports.endpoints.importFile, form(), options)).rejects.toMatchObject({
    message: 'Request aborted',
  });
});
