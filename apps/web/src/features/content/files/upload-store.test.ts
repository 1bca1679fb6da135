import { QueryClient } from '@tanstack/react-query';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type LoopbackServer,
  type SeenRequest,
  startLoopbackServer,
} from '../../../../tests/loopback-server.ts';
import { agentsState } from '../../../lib/account/agents-state.ts';
import { UploadStore } from './upload-store.ts';

let server: LoopbackServer;
let refused: string | undefined;
let isDown = false;

const isUpload = ({ url }: SeenRequest) => url === '/api/import/import-file';
const uploads = () => server.seen.filter(isUpload);
const filesIn = ({ body }: SeenRequest) => [...body.matchAll(/filename="([^"]+)"/g)].map((match) => match[1]);

const lastFiles = () => uploads().slice(-1).flatMap(filesIn);

const balance = { found: 0, imported: 0, unchanged: 0, skipped: 0, failed: 0, pending: 0 };
const importsOf = (request: SeenRequest) =>
  filesIn(request).map((name) => ({ knowledgeBaseImportId: `kbi_${name}` }));
const answerOf = (request: SeenRequest) => {
  if (!isUpload(request)) return { success: true, responseCode: 200, responseData: { items: [], balance } };
  if (isDown)
    return { success: false, responseCode: 503, code: 'storage.full', message: 'The disk is full.' };
  const name = filesIn(request).find((each) => each === refused);
  if (name === undefined)
    return { success: true, responseCode: 200, responseData: { imports: importsOf(request) } };
  return {
    success: false,
    responseCode: 413,
    code: 'knowledge.file_too_large',
    message: 'This file is larger than the limit.',
    details: { name },
  };
};

beforeAll(async () => {
  server = await startLoopbackServer();
});
afterAll(() => server.stop());
beforeEach(() => {
  server.seen.length = 0;
  refused = undefined;
  isDown = false;
  agentsState.reset();
  server.answerWith((request, response) => {
    const envelope = answerOf(request);
    response.writeHead(envelope.responseCode, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ requestId: 'req_test', responseData: null, ...envelope }));
  });
});

const files = (count: number) =>
  Array.from({ length: count }, (_, index) => new File(['text'], `note-${index}.txt`));

describe('an upload', () => {
  it('names the knowledge base first and goes out in parts of twenty', async () => {
    const store = new UploadStore(new QueryClient());
    store.add('kb_1', files(45));
    await vi.waitFor(() => expect(store.findUploadState('kb_1')).toBeUndefined());
    expect(uploads().map((request) => filesIn(request).length)).toEqual([20, 20, 5]);
    expect(uploads()[0]?.body).toMatch(/^[^;]*; name="knowledgeBaseId"\s+kb_1/);
  });

  it('says of each file what was said of it, whatever else waits', {
    tags: ['IMPORT-35', 'IMPORT-36', 'IMPORT-37'],
  }, async () => {
    const store = new UploadStore(new QueryClient());
    store.add('kb_1', files(1));
    store.add('kb_1', [new File(['text'], 'paper.txt')], {
      documentType: 'paper',
      language: 'german',
      categories: ['a', 'b'],
    });
    await vi.waitFor(() => expect(store.findUploadState('kb_1')).toBeUndefined());
    const [plain, labelled] = uploads();
    expect(plain?.body).not.toContain('name="documentType"');
    expect(labelled && filesIn(labelled)).toEqual(['paper.txt']);
    const fields = [...(labelled?.body ?? '').matchAll(/name="(\w+)"\s+(\w+)/g)].map(
      ([, name, value]) => `${name}=${value}`,
    );
    expect(fields.slice(0, 5)).toEqual([
      'knowledgeBaseId=kb_1',
      'documentType=paper',
      'language=german',
      'category=a',
      'category=b',
    ]);
  });

  it('adds the ids of the imports to the list of this session', { tags: ['SESSION-06'] }, async () => {
    expect(agentsState.get().uploadedImportIds).toEqual([]);
    const store = new UploadStore(new QueryClient());
    store.add('kb_1', files(2));
    await vi.waitFor(() => expect(store.findUploadState('kb_1')).toBeUndefined());
    refused = 'note-0.txt';
    store.add('kb_2', [...files(1), new File(['text'], 'paper.txt')]);
    await vi.waitFor(() => expect(store.findUploadState('kb_2')?.status).toBe('done'));
    const added = ['kbi_note-0.txt', 'kbi_note-1.txt', 'kbi_paper.txt'];
    expect(agentsState.get().uploadedImportIds).toEqual(added);
  });

  it('leaves a refused file out, says why, and sends the others', async () => {
    refused = 'note-3.txt';
    const store = new UploadStore(new QueryClient());
    store.add('kb_1', files(5));
    await vi.waitFor(() => expect(store.findUploadState('kb_1')?.status).toBe('done'));
    expect(store.findUploadState('kb_1')).toMatchObject({
      sentCount: 4,
      refused: [{ name: 'note-3.txt', reason: 'was refused: This file is larger than the limit.' }],
    });
    expect(lastFiles()).not.toContain('note-3.txt');
  });

  it('stops when the server cannot accept anything, and continues with the remaining files', async () => {
    isDown = true;
    const store = new UploadStore(new QueryClient());
    store.add('kb_1', files(3));
    await vi.waitFor(() => expect(store.findUploadState('kb_1')?.status).toBe('failed'));
    expect(store.findUploadState('kb_1')?.failure?.message).toBe('The disk is full.');
    isDown = false;
    store.retry('kb_1');
    await vi.waitFor(() => expect(store.findUploadState('kb_1')).toBeUndefined());
    expect(lastFiles()).toHaveLength(3);
  });

  it('is gone as soon as it is cancelled, and sends nothing more', async () => {
    server.answerWith(() => undefined);
    const store = new UploadStore(new QueryClient());
    store.add('kb_1', files(45));
    await vi.waitFor(() => expect(server.seen).toHaveLength(1));
    store.dismiss('kb_1');
    expect(store.findUploadState('kb_1')).toBeUndefined();
    expect(uploads()).toEqual([]);
  });
});
