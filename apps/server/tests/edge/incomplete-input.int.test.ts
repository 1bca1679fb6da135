import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

it('cleans the fields of a form as it cleans JSON, so that a NUL in an id finds nothing', async () => {
  const { client } = await server.signUp();
  const form = new FormData();
  form.append('workerId', 'wrk_\0none');
  form.append('files', new Blob(['text']), 'notes.txt');
  const response = await client.fetch('/api/worker/upload', { method: 'POST', body: form });
  expect(response.status).toBe(404);
  expect(await response.json()).toMatchObject({ code: 'workers.not_found' });
});

it.each(['/api/agent/agent', '/api/content/agent'])(
  'names the fields that a new agent needs, at %s, which also changes agents',
  async (path) => {
    const { client } = await server.signUp();
    const headers = { 'content-type': 'application/json' };
    const response = await client.fetch(path, { method: 'POST', headers, body: '{}' });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      code: 'request.invalid',
      details: { issues: [{ path: 'name' }] },
    });
  },
);

it.each(['/api/crew/openapi-operations', '/api/crew/openapi-tools'])(
  'refuses an address that nobody can call as a mistake of its sender, at %s',
  async (path) => {
    const { client } = await server.signUp();
    const headers = { 'content-type': 'application/json' };
    for (const url of [
      'text value 1',
      'http://',
      'http://text value 1/',
      'http://169.254.169.254/openapi.json',
    ]) {
      const body = JSON.stringify({ document: '', url, keys: ['GET /'], server: 'https://api.example.com' });
      const response = await client.fetch(path, { method: 'POST', headers, body });
      expect([url, response.status]).toEqual([url, 400]);
    }
  },
);
