import { apps } from '@atelier/contracts/assistants/apps';
import { chat } from '@atelier/contracts/assistants/chat/chat';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../tests/client.ts';
import { startTestServer, type TestServer } from '../../../../tests/harness.ts';

let server: TestServer;
let owner: Client;

beforeAll(async () => {
  server = await startTestServer({ env: { RATE_LIMIT_CHAT_PER_MINUTE: '600' } });
  owner = (await server.signUp()).client;
});
afterAll(() => server.close());

let count = 0;
const publicApp = async (visitorLimits?: { tenMinutes: number; day: number }) => {
  count += 1;
  const body = {
    name: `App ${count}`,
    access: 'PUBLIC' as const,
    ...(visitorLimits ? { visitorLimits } : {}),
  };
  return (await owner.call(apps.endpoints.create, { body })).appId;
};

const ask = (client: Client, appId: string, more: { chatUserId?: string; stream?: boolean } = {}) =>
  client.send(chat.endpoints.query, { body: { appId, query: 'Is anybody there?', ...more } });

/** Asks `asked` questions and returns how many were answered. */
const answered = async (client: Client, appId: string, asked: number) => {
  const replies = await Promise.all(Array.from({ length: asked }, () => ask(client, appId)));
  return replies.filter(({ body }) => body.success).length;
};

describe('the questions of visitors', () => {
  it('are refused from the twenty-first of one address on, with a time for the retry', async () => {
    const appId = await publicApp();
    expect(await answered(server.visitor(), appId, 40)).toBe(20);
    const response = await server.visitor().fetch(chat.endpoints.query.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ appId, query: 'And now?', stream: true }),
    });
    expect(response.status).toBe(429);
    const seconds = Number(response.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(30);
    expect(await response.json()).toMatchObject({
      code: 'chat.visitor_limit',
      message: `You have asked many questions. Please wait ${seconds === 1 ? '1 second' : `${seconds} seconds`}, then ask again.`,
    });
  });

  it('are counted separately for each app, and not for members of its tenant', async () => {
    const [one, another] = [await publicApp(), await publicApp()];
    expect(await answered(server.visitor(), one, 21)).toBe(20);
    expect(await answered(server.visitor(), another, 1)).toBe(1);
    expect(await answered(owner, one, 25)).toBe(25);
    const stranger = (await server.signUp()).client;
    expect(await answered(stranger, one, 1)).toBe(0);
  });

  it('have the limit that the owner of the app sets, or none', async () => {
    const few = await publicApp({ tenMinutes: 0, day: 2 });
    expect(await answered(server.visitor(), few, 5)).toBe(2);
    await owner.call(apps.endpoints.update, {
      body: { appId: few, visitorLimits: { tenMinutes: 0, day: 0 } },
    });
    expect(await answered(server.visitor(), few, 30)).toBe(30);
  });

  it('have the default limits in an app that was stored before there were limits', async () => {
    const appId = await publicApp({ tenMinutes: 1, day: 1 });
    await server.sql("update apps set settings = settings - 'visitorLimits' where id = $1", [appId]);
    const app = await owner.call(apps.endpoints.get, { params: { id: appId } });
    expect(app.visitorLimits).toEqual({ tenMinutes: 20, day: 100 });
    expect(await answered(server.visitor(), appId, 21)).toBe(20);
  });

  it('are not limited where the operator turned the limit off', async () => {
    const lifted = await server.another({ env: { RATE_LIMIT_CHAT_PER_MINUTE: '0' } });
    const appId = await publicApp({ tenMinutes: 1, day: 1 });
    expect(await answered(lifted.visitor(), appId, 5)).toBe(5);
    await lifted.close();
  });
});
