import { apps } from '@atelier/contracts/assistants/apps';
import { appVersions } from '@atelier/contracts/assistants/apps/versions';
import { knowledge } from '@atelier/contracts/content/bases/knowledge';
import { baseRemoval } from '@atelier/contracts/content/documents/base-removal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../../tests/client.ts';
import { startTestServer, type TestServer } from '../../../../../tests/harness.ts';
import { newKnowledgeBase } from '../../../../../tests/knowledge.ts';

describe('the versions of an app', () => {
  let server: TestServer;
  let owner: Client;
  beforeAll(async () => {
    server = await startTestServer();
    owner = (await server.signUp('Ada Lovelace')).client;
  });
  afterAll(() => server.close());

  const create = (body: object = {}) =>
    owner.call(apps.endpoints.create, { body: { name: `App ${crypto.randomUUID()}`, ...body } });
  const update = (appId: string, change: object) =>
    owner.call(apps.endpoints.update, { body: { appId, ...change } });
  const list = async (id: string) =>
    (await owner.call(appVersions.endpoints.list, { params: { id }, query: {} })).items;
  const compare = async (id: string, version: number) =>
    (await owner.call(appVersions.endpoints.compare, { params: { id, version }, query: {} })).changes;
  const revert = (appId: string, version: number) =>
    owner.call(appVersions.endpoints.revert, { body: { appId, version } });
  const remove = (id: string, version: number) =>
    owner.send(appVersions.endpoints.remove, { params: { id, version }, query: {} });

  it('are listed newest first, with author and changed settings, one for each real change', async () => {
    const { appId } = await create({ welcomeMessage: 'One' });
    await update(appId, { welcomeMessage: 'Two', botName: 'Bo' });
    await update(appId, { welcomeMessage: 'Two', active: false });
    const versions = await list(appId);
    expect(versions).toMatchObject([
      {
        version: 2,
        isCurrent: true,
        changed: ['Bot name', 'Welcome message'],
        createdBy: { name: 'Ada Lovelace' },
      },
      { version: 1, isCurrent: false, changed: null },
    ]);
  });

  it('are listed in pages', async () => {
    const { appId } = await create();
    for (const botName of ['A', 'B', 'C']) await update(appId, { botName });
    const first = await owner.call(appVersions.endpoints.list, {
      params: { id: appId },
      query: { limit: '3' },
    });
    expect([first.total, first.items.map(({ version }) => version)]).toEqual([4, [4, 3, 2]]);
    const query = { limit: '3', cursor: first.nextCursor ?? '' };
    const next = await owner.call(appVersions.endpoints.list, { params: { id: appId }, query });
    expect(next.items.map(({ version }) => version)).toEqual([1]);
  });

  it('are compared in words with the present settings', async () => {
    const knowledgeBaseId = await newKnowledgeBase(owner, { name: 'Handbook' });
    const { appId } = await create({ themeName: 'Blue' });
    await update(appId, { themeName: 'Green', knowledgeBaseIds: [knowledgeBaseId] });
    expect(await compare(appId, 1)).toEqual([
      { setting: 'themeName', label: 'Theme', before: 'Blue', after: 'Green' },
      { setting: 'knowledgeBaseIds', label: 'Knowledge bases', before: 'None', after: 'Handbook' },
    ]);
    expect(await compare(appId, 2)).toEqual([]);
  });

  it('bring back earlier settings as a new version, and never open the app to more people', {
    tags: ['APP-33', 'APP-50'],
  }, async () => {
    const { appId } = await create({ access: 'PUBLIC', instructions: 'First', model: { temp: 0.1 } });
    await update(appId, { access: 'PRIVATE', instructions: 'Second', configuration: 'AUTO' });
    const app = await revert(appId, 1);
    expect(app).toMatchObject({
      access: 'PRIVATE',
      instructions: 'First',
      configuration: 'MANUAL',
      model: { temp: 0.1 },
    });
    expect((await list(appId)).map(({ version, isCurrent }) => [version, isCurrent])).toEqual([
      [3, true],
      [2, false],
      [1, false],
    ]);
  });

  it('come back without knowledge bases that were deleted since', async () => {
    const [gone, kept] = [await newKnowledgeBase(owner), await newKnowledgeBase(owner)];
    const { appId } = await create({ knowledgeBaseIds: [gone, kept] });
    await update(appId, { knowledgeBaseIds: [kept] });
    await owner.call(baseRemoval.endpoints.remove, { params: { id: gone }, query: {} });
    expect((await revert(appId, 1)).knowledgeBaseIds).toEqual([kept]);
  });

  it('do not come back with a knowledge base that is switched off', async () => {
    const off = await newKnowledgeBase(owner);
    const { appId } = await create({ knowledgeBaseIds: [off] });
    await update(appId, { knowledgeBaseIds: [] });
    await owner.call(knowledge.endpoints.update, { params: { id: off }, body: { status: 'OFF' } });
    const { body } = await owner.send(appVersions.endpoints.revert, { body: { appId, version: 1 } });
    expect(body).toMatchObject({ responseCode: 409, code: 'apps.knowledge_base_off' });
  });

  it('are deleted one by one, except the one in use', { tags: ['IMPORT-44'] }, async () => {
    const { appId } = await create();
    await update(appId, { botName: 'Bo' });
    expect((await remove(appId, 2)).body).toMatchObject({ responseCode: 409, code: 'apps.version_in_use' });
    expect((await remove(appId, 1)).status).toBe(200);
    expect((await remove(appId, 1)).body).toMatchObject({
      responseCode: 404,
      code: 'apps.version_not_found',
    });
    expect((await list(appId)).map(({ version }) => version)).toEqual([2]);
  });
});
