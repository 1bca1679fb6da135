import { appUsers } from '@atelier/contracts/account/app-users/app-users';
import { auth } from '@atelier/contracts/account/identity/auth';
import { type App, apps } from '@atelier/contracts/assistants/apps';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inviteTo, joinApp, newAddress, newApp } from '../../../../tests/app-user.ts';
import type { Client } from '../../../../tests/client.ts';
import { eventually, startTestServer, type TestServer } from '../../../../tests/harness.ts';
import { joinTenant } from '../../../../tests/member.ts';

const { endpoints } = appUsers;
const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3]);

let server: TestServer;
let owner: Client;
let ownerEmail: string;
let tenantId: string;

beforeAll(async () => {
  server = await startTestServer();
  const { client, user } = await server.signUp();
  owner = client;
  ({ email: ownerEmail, tenantId } = user);
});
afterAll(() => server.close());

describe('a request for access to an app', () => {
  it('is mailed to owners and administrators, once', async () => {
    const { client, email } = await joinApp(server, { owner, appId: await newApp(owner) });
    const admin = await joinTenant(server, { tenantId, role: 'ADMIN' });
    await joinTenant(server, { tenantId, role: 'BUILDER' });
    const appId = await newApp(owner);
    const { name } = await owner.call(apps.endpoints.get, { params: { id: appId } });
    await client.call(endpoints.requestAccess, { body: { appId } });
    await client.call(endpoints.requestAccess, { body: { appId } });
    const mails = await eventually(async () => {
      const outbox = await server.visitor().call(auth.endpoints.outbox, {});
      const found = outbox.mails.filter(({ text }) => text.includes(`/apps/${appId}?tab=access`));
      return found.length >= 2 ? found : undefined;
    });
    expect(mails.map(({ to }) => to).toSorted()).toEqual([ownerEmail, admin.email].toSorted());
    expect(mails[0]?.subject).toBe(`Mary Jackson asks for access to ${name}`);
    expect(mails[0]?.text).toContain(`Mary Jackson (${email})`);
  });

  it('is refused once a thousand people have, or ask for, access', async () => {
    const { client } = await joinApp(server, { owner, appId: await newApp(owner) });
    const appId = await newApp(owner);
    const ask = () => client.send(endpoints.requestAccess, { body: { appId } });
    await server.sql(
      `insert into app_access (tenant_id, id, app_id, email, status)
        select $1, 'aac_' || n, $2, 'person' || n || '@example.com', 'INVITED' from generate_series(1, 1000) n`,
      [tenantId, appId],
    );
    expect((await ask()).body.code).toBe('app_users.full');
    expect((await inviteTo(owner, appId, newAddress())).body.code).toBe('app_users.full');
    await server.sql(`delete from app_access where id = 'aac_1000'`);
    expect((await ask()).body.responseData).toEqual({ status: 'REQUESTED' });
  });
});

describe('the sign-in of an app', () => {
  const put = async (kind: 'bot-icon' | 'bot-logo', appId: string): Promise<App> => {
    const form = new FormData();
    form.append('file', new Blob([png]), 'picture.png');
    const reply = await owner.fetch(`/api/content/${kind}/${appId}`, { method: 'PUT', body: form });
    return ((await reply.json()) as { responseData: App }).responseData;
  };

  it('has the theme and the logo of the app, and shows strangers no other picture of it', async () => {
    const id = await newApp(owner);
    const { user } = await server.signUp('Alan Turing');
    const inTenant = async (tenant: string) =>
      (await server.visitor().send(endpoints.signInPage, { params: { id }, query: { tenantId: tenant } }))
        .body.code ?? 'ok';
    expect([await inTenant(tenantId), await inTenant(user.tenantId)]).toEqual(['ok', 'auth.tenant_mismatch']);
    const lookOf = async () =>
      (await server.visitor().call(endpoints.signInPage, { params: { id }, query: {} })).look;
    expect(await lookOf()).toEqual({ themeName: 'Light mode 1', logo: null });
    await owner.call(apps.endpoints.update, { body: { appId: id, themeName: 'Green' } });
    const { botIcon } = await put('bot-icon', id);
    const { botLogo } = await put('bot-logo', id);
    expect(await lookOf()).toEqual({ themeName: 'Green', logo: botLogo });
    const seen = await server.visitor().fetch(botLogo ?? '');
    expect([seen.status, seen.headers.get('content-type')]).toEqual([200, 'image/png']);
    const hidden = await server.visitor().fetch(botIcon ?? '');
    expect(await hidden.json()).toMatchObject({ success: false, code: 'chat.private_app' });
  });
});
