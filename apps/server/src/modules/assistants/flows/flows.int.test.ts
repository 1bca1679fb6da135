import { access } from '@atelier/contracts/account/access';
import { flows } from '@atelier/contracts/assistants/flows/flows';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../tests/client.ts';
import { chain, keep, respondWith, webhookFlow } from '../../../../tests/flow-json.ts';
import { startTestServer, type TestServer } from '../../../../tests/harness.ts';
import { joinTenant } from '../../../../tests/member.ts';

const { endpoints } = flows;

describe('a flow', () => {
  let server: TestServer;
  let client: Client;

  beforeAll(async () => {
    server = await startTestServer();
    ({ client } = await server.signUp());
  });
  afterAll(() => server.close());

  const create = (name: string, steps = [respondWith('step_1', 'ok')]) =>
    client.call(endpoints.create, { body: webhookFlow(name, steps) });
  const at = (id: string) => ({ params: { id } });

  it('is created with a draft that has a trigger and a chain of steps', {
    tags: ['FLOW-03', 'FLOW-06', 'FLOW-33'],
  }, async () => {
    const flow = await create('Chain', [keep('step_1', '{{trigger.body}}'), respondWith('step_2', 'ok')]);
    expect(flow).toMatchObject({ displayName: 'Chain', status: 'DISABLED', hasDraft: true, steps: 2 });
    expect(flow.versionId).toMatch(/^flv_/);
    expect(flow.version).toMatchObject({ state: 'DRAFT', number: 1, valid: true, problems: [] });
    expect(flow.version.trigger).toMatchObject({
      name: 'trigger',
      nextAction: {
        name: 'step_1',
        type: 'PIECE',
        displayName: 'step_1',
        valid: true,
        nextAction: { name: 'step_2' },
      },
    });
  });

  it('is read alone and in the list, by search, state and page', {
    tags: ['FLOW-32', 'FLOW-34'],
  }, async () => {
    const names = ['Find me 1', 'Find me 2', 'Find me 3'];
    const ids: string[] = [];
    for (const name of names) ids.push((await create(name)).flowId);
    const page = (query: object) => client.call(endpoints.list, { query: { search: 'find ME', ...query } });
    const first = await page({ sort: 'name', order: 'asc', limit: 2 });
    expect(first.items.map(({ displayName }) => displayName)).toEqual(names.slice(0, 2));
    expect(first.total).toBe(3);
    const second = await page({ sort: 'name', order: 'asc', limit: 2, cursor: first.nextCursor ?? '' });
    expect(second.items.map(({ displayName }) => displayName)).toEqual(names.slice(2));
    await client.call(endpoints.publish, at(ids[0] ?? ''));
    expect((await page({ status: 'ENABLED' })).items).toMatchObject([
      { flowId: ids[0], pieces: ['webhook'] },
    ]);
    expect(await client.call(endpoints.get, at(ids[1] ?? ''))).toMatchObject({ displayName: 'Find me 2' });
  });

  it('is listed and counted by the calls of the content service', {
    tags: ['FLOW-29', 'FLOW-30'],
  }, async () => {
    const other = await server.signUp();
    for (const name of ['One', 'Two'])
      await other.client.call(endpoints.create, { body: webhookFlow(name, []) });
    const { items } = await other.client.call(endpoints.listOnContent, {});
    expect(items.map(({ displayName }) => displayName)).toEqual(['Two', 'One']);
    expect(await other.client.call(endpoints.count, {})).toEqual({ count: 2 });
    expect(await other.client.call(endpoints.count, { query: { status: 'ENABLED' } })).toEqual({ count: 0 });
  });

  it('is saved only over the revision that was edited', async () => {
    const { flowId, version } = await create('Two editors');
    const save = (displayName: string, revision: number) =>
      client.send(endpoints.update, { ...at(flowId), body: { displayName, revision } });
    expect((await save('First editor', version.revision)).status).toBe(200);
    const late = await save('Second editor', version.revision);
    expect(late).toMatchObject({ status: 409, body: { code: 'flows.changed_meanwhile' } });
    expect(await client.call(endpoints.get, at(flowId))).toMatchObject({
      displayName: 'First editor',
      version: { revision: version.revision + 1, number: 1 },
    });
  });

  it('is not saved over by an editor who saw the draft of an older version', async () => {
    const { flowId, version } = await create('Published meanwhile');
    const save = (displayName: string, revision: number) =>
      client.send(endpoints.update, { ...at(flowId), body: { displayName, revision } });
    const { version: published } = await client.call(endpoints.publish, at(flowId));
    expect((await save('Next draft', published.revision)).status).toBe(200);
    expect(await save('Old editor', version.revision)).toMatchObject({
      status: 409,
      body: { code: 'flows.changed_meanwhile' },
    });
    const { version: next } = await client.call(endpoints.get, at(flowId));
    expect(next).toMatchObject({ displayName: 'Next draft', number: 2, revision: published.revision + 1 });
    await client.call(endpoints.restore, { params: { id: flowId, versionId: next.versionId } });
    expect((await client.call(endpoints.get, at(flowId))).version.revision).toBe(next.revision + 1);
  });

  it('is published as a locked version, after which a save begins a new draft', async () => {
    const { flowId, versionId } = await create('Published');
    const published = await client.call(endpoints.publish, at(flowId));
    expect(published).toMatchObject({
      status: 'ENABLED',
      hasDraft: false,
      publishedVersionId: versionId,
      version: { state: 'LOCKED', isPublished: true },
    });
    expect(published.version.trigger).toMatchObject({ settings: { pieceVersion: '1.0.0' } });
    const saved = await client.call(endpoints.update, { ...at(flowId), body: { displayName: 'Draft' } });
    expect(saved).toMatchObject({
      hasDraft: true,
      publishedVersionId: versionId,
      version: { number: 2, state: 'DRAFT' },
    });
    const list = await client.call(endpoints.versions, at(flowId));
    expect(list.items).toMatchObject([{ number: 2 }, { number: 1, state: 'LOCKED', isPublished: true }]);
    await client.call(endpoints.restore, { params: { id: flowId, versionId } });
    const version = await client.call(endpoints.version, {
      params: { id: flowId, versionId: saved.versionId },
    });
    expect(version).toMatchObject({ displayName: 'Published', state: 'DRAFT', number: 2 });
    await expect(
      server.sql(`update flow_versions set name = 'other' where id = $1`, [versionId]),
    ).rejects.toThrow('is locked');
  });

  it('is not published while a step has a problem, which is named', async () => {
    const unchosen = { ...keep('step_1', ''), settings: { pieceName: 'input', actionName: '', input: {} } };
    const { flowId, version } = await create('Unfinished', [unchosen]);
    expect(version.valid).toBe(false);
    const refused = await client.send(endpoints.publish, at(flowId));
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'flows.not_valid', details: { problems: [{ step: 'step_1' }] } },
    });
    const off = await client.send(endpoints.setStatus, { ...at(flowId), body: { status: 'ENABLED' } });
    expect(off).toMatchObject({ status: 409, body: { code: 'flows.not_published' } });
  });

  it('is not published with an unknown reference or a bad expression, and the step is named', async () => {
    const titled = (text: string) => ({ ...keep('step_1', text), displayName: 'Read the order' });
    const refused = async (text: string) => {
      const { flowId } = await create('Refers', [titled(text), respondWith('step_2', '{{step_1}}')]);
      return client.send(endpoints.publish, at(flowId));
    };
    expect(await refused('{{step_9.a}}')).toMatchObject({
      status: 409,
      body: {
        code: 'flows.not_valid',
        message: expect.stringMatching(/Read the order: There is no step “step_9”\.$/),
        details: { problems: [{ step: 'step_1', field: 'text' }] },
      },
    });
    expect((await refused('{{step_2}}')).body).toMatchObject({
      message: expect.stringMatching(/Read the order: “step_2” does not come before this step\.$/),
    });
    expect((await refused('{{trigger.body')).body).toMatchObject({
      message: expect.stringMatching(/Read the order: An expression that begins with “{{” must end/),
    });
    expect((await refused('{{run.id}}')).status).toBe(200);
  });

  it('is refused when it is no flow, with the step that does not fit', async () => {
    const twice = [keep('step_1', ''), keep('step_1', '')];
    const refused = await client.send(endpoints.create, { body: webhookFlow('Twice', twice) });
    expect(refused).toMatchObject({
      status: 400,
      body: { code: 'flows.unreadable', details: { problems: [{ step: 'step_1' }] } },
    });
  });

  it('may have a thousand steps in a row', async () => {
    const steps = Array.from({ length: 1000 }, (_step, at) => keep(`step_${at + 1}`, 'x'));
    const flow = await create('Long', steps);
    expect(flow.steps).toBe(1000);
  });

  it('is copied, switched off and deleted with everything that belongs to it', async () => {
    const { flowId } = await create('Original');
    await client.call(endpoints.publish, at(flowId));
    const copy = await client.call(endpoints.duplicate, { ...at(flowId), body: {} });
    expect(copy).toMatchObject({ displayName: 'Copy of Original', status: 'DISABLED', hasDraft: true });
    const off = await client.call(endpoints.setStatus, { ...at(flowId), body: { status: 'DISABLED' } });
    expect(off.status).toBe('DISABLED');
    const run = () => client.call(endpoints.run, { ...at(flowId), body: {} });
    await expect(run()).rejects.toThrow('flows.disabled');
    await expect(client.call(endpoints.run, { ...at(copy.flowId), body: {} })).rejects.toThrow(
      'flows.not_published',
    );
    const on = await client.call(endpoints.setStatus, { ...at(flowId), body: { status: 'ENABLED' } });
    expect(on.status).toBe('ENABLED');
    await client.call(endpoints.test, { ...at(copy.flowId), body: {} });
    expect(await client.call(endpoints.removal, at(flowId))).toMatchObject({
      versions: 1,
      runs: 0,
      usedBy: [],
      callers: [],
    });
    const { tenantId } = copy;
    const operator = await joinTenant(server, { tenantId, role: 'OPERATOR' });
    const given = { params: { entityId: flowId }, body: { userIds: [operator.userId] } };
    await client.call(access.endpoints.update, given);
    const left = (table: string, column: string) =>
      server.sql(`select 1 from ${table} where ${column} = $1`, [flowId]);
    expect(await left('access_grants', 'entity_id')).toHaveLength(1);
    expect(await left('public_objects', 'id')).toHaveLength(1);
    await client.call(endpoints.remove, at(flowId));
    expect((await client.send(endpoints.get, at(flowId))).status).toBe(404);
    expect(await left('flow_versions', 'flow_id')).toEqual([]);
    expect(await left('access_grants', 'entity_id')).toEqual([]);
    expect(await left('public_objects', 'id')).toEqual([]);
    const audited = await server.sql(
      `select action, details ->> 'name' as name, details ->> 'copyOf' as "copyOf" from audit_log
        where subject_id = any($1) and action like 'flows.%' order by created_at, id`,
      [[flowId, copy.flowId]],
    );
    expect(audited).toEqual([
      { action: 'flows.created', name: 'Original', copyOf: null },
      { action: 'flows.published', name: null, copyOf: null },
      { action: 'flows.created', name: 'Copy of Original', copyOf: flowId },
      { action: 'flows.disabled', name: null, copyOf: null },
      { action: 'flows.enabled', name: null, copyOf: null },
      { action: 'flows.tested', name: null, copyOf: null },
      { action: 'flows.removed', name: 'Original', copyOf: null },
    ]);
    expect((await client.send(endpoints.get, at(copy.flowId))).status).toBe(200);
  });

  it('begins from a template', { tags: ['FLOW-35'] }, async () => {
    const { templates } = await client.call(endpoints.templates, {});
    const templateId = templates[0]?.templateId ?? '';
    const { content } = await client.call(endpoints.template, { params: { id: templateId } });
    const flow = await client.call(endpoints.create, { body: content });
    expect((await client.call(endpoints.publish, at(flow.flowId))).status).toBe('ENABLED');
    const none = await client.send(endpoints.template, { params: { id: 'tpl_none' } });
    expect(none).toMatchObject({ status: 404, body: { code: 'flows.template_not_found' } });
  });

  it('is shown to an OPERATOR only with access', async () => {
    const { flowId } = await create('Private');
    const { tenantId } = await client.call(endpoints.get, at(flowId));
    const operator = await joinTenant(server, { tenantId, role: 'OPERATOR' });
    expect((await operator.client.call(endpoints.list, {})).items).toEqual([]);
    expect((await operator.client.send(endpoints.get, at(flowId))).status).toBe(404);
  });

  it('refuses a chain that is nested deeper than a flow may be', async () => {
    const trigger = { type: 'EMPTY', nextAction: chain(Array.from({ length: 3000 }, () => ({}))) };
    const refused = await client.send(endpoints.create, { body: { displayName: 'Deep', trigger } });
    expect(refused).toMatchObject({ status: 413, body: { code: 'request.too_complex' } });
  });
});
