import { auth } from '@atelier/contracts/account/identity/auth';
import { apps } from '@atelier/contracts/assistants/apps';
import { retrieval } from '@atelier/contracts/content/retrieval/retrieval';
import { parseJson } from '@atelier/contracts/kernel/parse-json';
import { billing } from '@atelier/contracts/money/billing';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type LoopbackServer, startLoopbackServer } from '../../../tests/loopback-server.ts';
import { buildRequestPath, call } from './api.ts';
import { onSessionEnd } from './http.ts';

let server: LoopbackServer;
beforeAll(async () => {
  server = await startLoopbackServer();
});
afterAll(() => server.stop());
beforeEach(() => {
  server.seen.length = 0;
  document.cookie = 'atelier_csrf=; Max-Age=-1; Path=/';
});

describe('the address of a call', () => {
  it('carries its parameters in the path, encoded', () => {
    expect(buildRequestPath(apps.endpoints.get, { params: { id: 'a/b c' } })).toBe(
      '/api/content/manage-app/a%2Fb%20c',
    );
  });

  it('leaves out what is missing, blank or only spaces', { tags: ['API-17', 'UI-08'] }, () => {
    const query = { search: '  ', cursor: undefined, limit: 0, sort: 'name' };
    expect(buildRequestPath(apps.endpoints.list, { query })).toBe('/api/content/apps?limit=0&sort=name');
  });
});

describe('a call', () => {
  it('sends JSON with the CSRF token and resolves to responseData', {
    tags: ['API-01', 'API-05'],
  }, async () => {
    document.cookie = 'atelier_csrf=token-1; Path=/';
    server.answerEnvelope({ success: true, responseCode: 200, responseData: { user: null } });
    const body = { email: 'ada@example.com', password: 'secret' };
    expect(await call(auth.endpoints.signIn, { body })).toEqual({ user: null });
    const [request] = server.seen;
    expect(request).toMatchObject({ method: 'POST', url: '/api/auth/sign-in' });
    expect(request?.headers).toMatchObject({ 'content-type': 'application/json', 'x-csrf-token': 'token-1' });
    expect(JSON.parse(request?.body ?? '')).toEqual(body);
  });

  it('keeps all digits of long numbers, in what it reads and in what is sent again', async () => {
    const digits = '7615917337495251231';
    const responseData = { user: parseJson(digits) };
    server.answerEnvelope({ success: true, responseCode: 200, responseData });
    const { user } = await call(auth.endpoints.session);
    expect(JSON.stringify(user)).toBe(digits);
    await call(auth.endpoints.signIn, {
      body: { email: 'ada@example.com', password: user as unknown as string },
    });
    expect(server.seen[1]?.body).toContain(`"password":${digits}`);
  });

  it('sends the CSRF tokens of a member and of an app user together', async () => {
    document.cookie = 'atelier_csrf=token-1; Path=/';
    document.cookie = 'atelier_app_user_csrf=token-2; Path=/';
    server.answerEnvelope({ success: true, responseCode: 200, responseData: { user: null } });
    await call(auth.endpoints.signIn, { body: { email: 'ada@example.com', password: 'secret' } });
    document.cookie = 'atelier_csrf=; Max-Age=-1; Path=/';
    server.answerEnvelope({ success: true, responseCode: 200, responseData: { user: null } });
    await call(auth.endpoints.signIn, { body: { email: 'ada@example.com', password: 'secret' } });
    document.cookie = 'atelier_app_user_csrf=; Max-Age=-1; Path=/';
    expect(server.seen.map(({ headers }) => headers['x-csrf-token'])).toEqual([
      'token-1, token-2',
      'token-2',
    ]);
  });

  it('sends no CSRF token with a read', async () => {
    document.cookie = 'atelier_csrf=token-1; Path=/';
    server.answerEnvelope({ success: true, responseCode: 200, responseData: { user: null } });
    await call(auth.endpoints.session);
    expect(server.seen[0]?.headers).not.toHaveProperty('x-csrf-token');
  });

  it('rejects with what the envelope says', async () => {
    const failure = {
      success: false,
      responseCode: 404,
      responseData: null,
      code: 'apps.not_found',
      message: 'Gone.',
    };
    server.answerEnvelope(failure);
    const answer = call(apps.endpoints.get, { params: { id: 'app_1' } });
    await expect(answer).rejects.toMatchObject({
      code: 'apps.not_found',
      message: 'Gone.',
      requestId: 'req_test',
    });
  });

  it('reads the heading of an HTML page that a proxy answers with', { tags: ['ERROR-05'] }, async () => {
    server.answerWith((_request, response) => {
      response.writeHead(502, { 'content-type': 'text/html' });
      response.end('<html><body><h1>Bad Gateway</h1></body></html>');
    });
    await expect(call(auth.endpoints.session)).rejects.toMatchObject({ message: 'Bad Gateway', status: 502 });
  });

  it('rejects with the whole response of a 404, and with the message of any other failure', {
    tags: ['ERROR-07', 'ERROR-14'],
  }, async () => {
    const noPlan = {
      success: false,
      responseCode: 404,
      responseData: { plan: null },
      code: 'billing.no_plan',
      message: 'No plan.',
    };
    server.answerEnvelope(noPlan);
    await expect(call(billing.endpoints.subscription)).rejects.toMatchObject({ status: 404, body: noPlan });
    server.answerEnvelope({ ...noPlan, responseCode: 412, message: 'Not now.' });
    await expect(call(billing.endpoints.subscription)).rejects.toMatchObject({
      status: 412,
      message: 'Not now.',
    });
  });

  it.each([
    ['success is false', { success: false, responseCode: 200 }],
    ['the code is not 200', { success: true, responseCode: 207 }],
  ])(
    'of the query engine is rejected with its response when %s',
    { tags: ['ERROR-16'] },
    async (_case, parts) => {
      const answer = { ...parts, responseData: { results: [1] } };
      server.answerWith((_request, response) => {
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ requestId: 'req_test', ...answer }));
      });
      const body = { knowledgeBaseId: 'kb_1', query: 'x' };
      await expect(call(retrieval.endpoints.retrievalTest, { body })).rejects.toMatchObject({ body: answer });
    },
  );

  it('says Service Temporarily Unavailable when the answer is empty', { tags: ['ERROR-01'] }, async () => {
    server.answerWith((_request, response) => response.writeHead(503).end());
    await expect(call(auth.endpoints.session)).rejects.toMatchObject({
      message: 'Service Temporarily Unavailable',
    });
  });

  it('says Request aborted when it is broken off', { tags: ['ERROR-08'] }, async () => {
    server.answerWith(() => undefined);
    const stop = new AbortController();
    const answer = call(auth.endpoints.session, {}, { signal: stop.signal });
    await vi.waitFor(() => expect(server.seen).toHaveLength(1));
    stop.abort();
    await expect(answer).rejects.toMatchObject({
      message: 'Request aborted',
      code: 'request.aborted',
      status: 0,
    });
  });
});

describe('a 401', () => {
  const unauthenticated = { success: false, responseCode: 401, responseData: null, message: 'Not you.' };

  it('ends the session and rejects with Unauthorized user', {
    tags: ['SESSION-19', 'ERROR-06'],
  }, async () => {
    const ended = vi.fn<(value?: unknown) => void>();
    const stopListening = onSessionEnd(ended);
    server.answerEnvelope({ ...unauthenticated, code: 'auth.unauthenticated' });
    await expect(call(apps.endpoints.list)).rejects.toMatchObject({
      message: 'Unauthorized user',
      status: 401,
    });
    expect(ended).toHaveBeenCalledOnce();
    stopListening();
  });

  it('is one also when only the responseCode says so', { tags: ['ERROR-06'] }, async () => {
    server.answerWith((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ ...unauthenticated, requestId: 'req_test' }));
    });
    const ended = vi.fn<(value?: unknown) => void>();
    const stopListening = onSessionEnd(ended);
    await expect(call(apps.endpoints.list)).rejects.toMatchObject({ message: 'Unauthorized user' });
    expect(ended).toHaveBeenCalledOnce();
    stopListening();
  });

  it('of a public call only rejects that call, in its own words', { tags: ['ERROR-13'] }, async () => {
    const ended = vi.fn<(value?: unknown) => void>();
    const stopListening = onSessionEnd(ended);
    server.answerEnvelope({ ...unauthenticated, code: 'auth.bad_credentials' });
    const answer = call(auth.endpoints.signIn, { body: { email: 'a@b.co', password: 'x' } });
    await expect(answer).rejects.toMatchObject({ message: 'Not you.', code: 'auth.bad_credentials' });
    expect(ended).not.toHaveBeenCalled();
    stopListening();
  });
});
