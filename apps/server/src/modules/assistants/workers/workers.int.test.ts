import { access } from '@atelier/contracts/account/access';
import { agentRuns } from '@atelier/contracts/assistants/agents/agent-runs';
import { agents } from '@atelier/contracts/assistants/agents/agents';
import { crews } from '@atelier/contracts/assistants/agents/crews';
import { workerInputs } from '@atelier/contracts/assistants/workers/worker-inputs';
import { workerRecords } from '@atelier/contracts/assistants/workers/worker-records';
import { workers } from '@atelier/contracts/assistants/workers/workers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../../../tests/eventually.ts';
import { joinTenant } from '../../../../tests/member.ts';
import { startWorkerBed, uniqueName, type WorkerBed } from '../../../../tests/worker-bed.ts';

const { endpoints } = workers;
let bed: WorkerBed;
beforeAll(async () => {
  bed = await startWorkerBed();
});
afterAll(() => bed.close());

const read = (id: string, as = bed.client) => as.call(endpoints.get, { params: { id } });

describe('the templates of workers', () => {
  it('are listed by category, and read with what they do', {
    tags: ['WORKER-08', 'WORKER-09', 'WORKER-10'],
  }, async () => {
    const { categories } = await bed.client.call(endpoints.templateCategories, {});
    const { templates } = await bed.client.call(endpoints.templates, {});
    expect(categories.length).toBeGreaterThan(0);
    expect(categories.reduce((sum, category) => sum + category.templates, 0)).toBe(templates.length);
    const [category] = categories;
    const query = { categoryId: category?.categoryId ?? '' };
    const ofCategory = await bed.client.call(endpoints.templates, { query });
    expect(ofCategory.templates).toHaveLength(category?.templates ?? -1);
    const details = await bed.client.call(endpoints.template, { params: { id: 'lead-triage' } });
    expect(details).toMatchObject({ name: 'Lead triage', runs: 'AGENT', approval: 'ALWAYS' });
    expect(details.fields).toContain('Priority');
    expect(details.sampleData[0]?.input).toContain('Nordlicht');
    const gone = bed.client.call(endpoints.template, { params: { id: 'nothing' } });
    await expect(gone).rejects.toThrow('workers.template_not_found');
  });

  it('make a worker together with its agent', { tags: ['WORKER-04'] }, async () => {
    const name = uniqueName('Leads');
    const { workerId } = await bed.deploy({ name, template: 'lead-triage' });
    const worker = await read(workerId);
    expect(worker).toMatchObject({ name, template: 'lead-triage', approval: 'ALWAYS', offline: null });
    expect(worker.target).toMatchObject({ kind: 'AGENT', name });
    expect(worker.queue.map(({ kind }) => kind)).toEqual(['API', 'UPLOAD']);
    expect(worker.outputs).toMatchObject([{ kind: 'TABLE', name: 'Leads' }]);
    expect(worker.sampleData).toHaveLength(3);
    const agent = await bed.client.call(agents.endpoints.get, { params: { id: worker.target.id } });
    expect(agent.isPublished).toBe(true);
    const agentsBefore = (await bed.client.call(agents.endpoints.list, {})).total;
    for (const [change, code] of [
      [{ name, template: 'lead-triage' }, 'workers.name_taken'],
      [{ template: 'no-such-template' }, 'workers.template_not_found'],
      [{ agentId: undefined }, 'workers.one_target'],
    ] as const)
      await expect(bed.deploy(change)).rejects.toThrow(code);
    expect((await bed.client.call(agents.endpoints.list, {})).total).toBe(agentsBefore);
  });

  it('make a worker together with a crew, whose agents are named after it, however long its name is', async () => {
    const name = uniqueName('Contracts').padEnd(150, 'x');
    const { target } = await bed.deploy({ name, template: 'contract-review' });
    expect(target).toMatchObject({ kind: 'CREW', name });
    const { items } = await bed.client.call(agents.endpoints.list, { query: { search: name.slice(0, 40) } });
    expect(items.map((each) => each.name).toSorted()).toEqual(
      [
        `${name.slice(0, 137)}: Review lead`,
        `${name.slice(0, 137)}: Risk reader`,
        `${name.slice(0, 136)}: Terms reader`,
      ].toSorted(),
    );
  });

  it('leave nothing behind when there is no language model', async () => {
    const { client } = await bed.server.signUp();
    const body = { name: 'Leads', template: 'lead-triage' };
    await expect(client.call(endpoints.deploy, { body })).rejects.toThrow('agents.incomplete');
    expect((await client.call(agents.endpoints.list, {})).total).toBe(0);
    expect((await client.call(endpoints.list, {})).total).toBe(0);
  });
});

describe('a worker', () => {
  it('is deployed, read and listed, with its template, queue, target, outputs, status, access and invited users', {
    tags: ['WORKER-01', 'WORKER-11', 'WORKER-12'],
  }, async () => {
    const agentId = await bed.makeAgent();
    const name = uniqueName('Desk');
    const made = await bed.deploy({
      ...{ name, agentId, description: 'Answers letters.', access: 'PRIVATE' },
      queue: [{ kind: 'WEBHOOK' }, { kind: 'SCHEDULE', cron: '0 9 * * *', input: 'Look.' }],
      outputs: [{ kind: 'TABLE', name: 'Letters' }],
    });
    const member = await joinTenant(bed.server, { tenantId: bed.tenantId, role: 'OPERATOR' });
    const invited = { entityId: made.workerId, userIds: [member.userId] };
    await bed.client.call(access.endpoints.update, {
      params: { entityId: invited.entityId },
      body: { userIds: invited.userIds },
    });
    expect(await read(made.workerId)).toMatchObject({
      ...{ workerId: made.workerId, name, template: null, status: 'ACTIVE', access: 'PRIVATE' },
      target: { kind: 'AGENT', id: agentId },
      queue: [{ kind: 'WEBHOOK' }, { kind: 'SCHEDULE', settings: { cron: '0 9 * * *' } }],
      outputs: [{ kind: 'TABLE', name: 'Letters' }],
      invitedUsers: [{ userId: member.userId }],
    });
    const { items, total } = await bed.client.call(endpoints.list, { query: { search: name } });
    expect({ total, name: items[0]?.name }).toEqual({ total: 1, name });
  });

  it('runs exactly one agent, crew or flow that the caller may see', { tags: ['WORKER-13'] }, async () => {
    const agentId = await bed.makeAgent();
    const deploy = (body: object) =>
      bed.client.call(endpoints.deploy, { body: { name: uniqueName('W'), ...body } });
    await expect(deploy({})).rejects.toThrow('workers.one_target');
    await expect(deploy({ agentId, flowId: 'flw_0' })).rejects.toThrow('workers.one_target');
    await expect(deploy({ agentId: 'agt_0' })).rejects.toThrow('workers.target_not_found');
    await expect(deploy({ crewId: agentId })).rejects.toThrow('workers.target_not_found');
    const { workerId, name } = await deploy({ agentId });
    expect((await read(workerId)).target.id).toBe(agentId);
    await expect(deploy({ agentId, name })).rejects.toThrow('workers.name_taken');
  });

  it('is changed by PUT, what is left out stays, and a stale revision is refused', {
    tags: ['WORKER-14'],
  }, async () => {
    const made = await bed.deploy({ description: 'First.', queue: [{ kind: 'WEBHOOK' }] });
    const params = { id: made.workerId };
    const [webhook] = made.queue;
    const changed = await bed.client.call(endpoints.update, {
      params,
      body: {
        description: 'Second.',
        queue: [{ kind: 'WEBHOOK', inputId: webhook?.inputId }, { kind: 'API' }],
      },
    });
    expect(changed).toMatchObject({ name: made.name, description: 'Second.', status: 'ACTIVE' });
    expect(changed.queue[0]?.path).toBe(webhook?.path);
    const withoutAddress = [{ kind: 'API' as const, inputId: webhook?.inputId ?? '' }];
    const { queue } = await bed.deploy({ queue: withoutAddress });
    expect(queue[0]?.inputId).not.toBe(webhook?.inputId);
    const stale = { description: 'Third.', revision: made.revision };
    await expect(bed.client.call(endpoints.update, { params, body: stale })).rejects.toThrow(
      'workers.changed_meanwhile',
    );
    const address = () => bed.server.sql('select 1 from public_objects where id = $1', [webhook?.inputId]);
    expect(await address()).toHaveLength(1);
    await bed.client.call(endpoints.update, { params, body: { queue: [{ kind: 'API' }] } });
    expect(await address()).toEqual([]);
    const off = await bed.client.call(endpoints.update, { params, body: { status: 'DEACTIVATED' } });
    expect(off).toMatchObject({ status: 'DEACTIVATED', offline: { reason: 'DEACTIVATED' } });
    await bed.client.call(endpoints.update, { params, body: { status: 'DEACTIVATED', description: 'Off.' } });
    const lines = await bed.server.sql(
      "select action from audit_log where subject_id = $1 and action like 'workers.%' order by created_at, id",
      [made.workerId],
    );
    expect(lines.map(({ action }) => String(action))).toEqual([
      ...['workers.deployed', 'workers.updated', 'workers.updated'],
      ...['workers.deactivated', 'workers.updated'],
    ]);
    const call = { body: { workerId: made.workerId, input: 'Work.' } };
    await expect(bed.client.call(workerInputs.endpoints.trigger, call)).rejects.toThrow(
      'workers.deactivated',
    );
  });

  it('names what deleting it takes along, and is gone with it', { tags: ['WORKER-15'] }, async () => {
    const { workerId, queue } = await bed.deploy({ queue: [{ kind: 'WEBHOOK' }, { kind: 'API' }] });
    const feeding = await bed.deploy({ outputs: [{ kind: 'WORKER', workerId }] });
    const member = await joinTenant(bed.server, { tenantId: bed.tenantId, role: 'OPERATOR' });
    const given = { params: { entityId: workerId }, body: { userIds: [member.userId] } };
    await bed.client.call(access.endpoints.update, given);
    const ids = [workerId, queue[0]?.inputId];
    const left = (table: string, column: string) =>
      bed.server.sql(`select 1 from ${table} where ${column} = any($1)`, [ids]);
    expect(await left('public_objects', 'id')).toHaveLength(2);
    expect(await left('access_grants', 'entity_id')).toHaveLength(1);
    await bed.ended(await bed.trigger(workerId, 'Work.'));
    const params = { id: workerId };
    expect(await bed.client.call(endpoints.removal, { params })).toMatchObject({
      ...{ records: 1, openRecords: 0, files: 0 },
      fedBy: [{ workerId: feeding.workerId, name: feeding.name }],
    });
    await bed.client.call(endpoints.remove, { params });
    await expect(read(workerId)).rejects.toThrow('workers.not_found');
    expect(await left('runs', 'subject_id')).toEqual([]);
    expect(await left('public_objects', 'id')).toEqual([]);
    expect(await left('access_grants', 'entity_id')).toEqual([]);
  });

  it('refuses to pass results on in a circle', async () => {
    const first = await bed.deploy();
    const second = await bed.deploy({ outputs: [{ kind: 'WORKER', workerId: first.workerId }] });
    const body = { outputs: [{ kind: 'WORKER' as const, workerId: second.workerId }] };
    const back = bed.client.call(endpoints.update, { params: { id: first.workerId }, body });
    await expect(back).rejects.toThrow('workers.circle');
    const pass = (id: string, workerId: string) =>
      bed.client.call(endpoints.update, {
        params: { id },
        body: { outputs: [{ kind: 'WORKER' as const, workerId }] },
      });
    await expect(pass(first.workerId, first.workerId)).rejects.toThrow('workers.circle');
    const third = await bed.deploy();
    await pass(third.workerId, second.workerId);
    await expect(pass(first.workerId, third.workerId)).rejects.toThrow('workers.circle');
    await expect(pass(first.workerId, 'wrk_none')).rejects.toThrow('workers.output_not_found');
    const fourth = await bed.deploy();
    const { outputs } = await pass(first.workerId, fourth.workerId);
    expect(outputs).toEqual([
      { kind: 'WORKER', workerId: fourth.workerId, outputId: expect.stringMatching(/^wop_/) as string },
    ]);
    const removal = bed.client.call(endpoints.removal, { params: { id: 'wrk_none' } });
    await expect(removal).rejects.toThrow('workers.not_found');
  });
});

describe('a worker that is triggered', () => {
  it('lets its agent work, with the present date and time, and keeps the result', {
    tags: ['WORKER-06', 'WORKER-17'],
  }, async () => {
    const { workerId } = await bed.deploy({ instructions: 'Say what this is.' });
    const body = { workerId, input: 'A letter.' };
    const before = new Date().toISOString();
    const triggered = await bed.client.call(workerInputs.endpoints.trigger, { body });
    expect(triggered).toMatchObject({ status: 'PENDING', currentDate: before.slice(0, 10) });
    const record = await bed.ended(triggered.recordId);
    expect(record).toMatchObject({
      status: 'COMPLETED',
      stage: 'ENDED',
      name: 'A letter.',
      input: 'A letter.',
    });
    expect(record.outputText).toContain('Say what this is.');
    expect(record.outputText).toContain(
      `Date: ${triggered.currentDate}. Time: ${triggered.currentTime} (UTC).`,
    );
    expect(record.activities.map(({ element, status }) => [element, status])).toEqual([
      ['INPUT', 'COMPLETED'],
      ['ACTIVITY', 'COMPLETED'],
    ]);
    expect(record.activities[1]?.run?.kind).toBe('AGENT');
    expect(record.credits).toBeGreaterThan(0);
  });

  it('runs a crew just as an agent: with the same inputs, outputs and passing on, with its supervisor and subordinates in place of a flow, and tried with a sample document', {
    tags: ['CREW-02'],
  }, async () => {
    const [lead, other] = [await bed.makeAgent(), await bed.makeAgent()];
    const body = { name: uniqueName('Crew'), supervisor: { agentId: lead }, subordinates: [other] };
    const { crewId } = await bed.client.call(crews.endpoints.create, { body });
    const documents = [{ name: 'offer.txt', text: 'The pump costs 80 euros.' }];
    const sample = { agentId: crewId, input: 'Check it.', environment: 'TESTING' as const, documents };
    const tried = await bed.client.call(agentRuns.endpoints.execute, { body: sample });
    expect(tried.output).toContain('The pump costs 80 euros.');
    await bed.client.call(agents.endpoints.publish, { params: { id: crewId } });

    const next = await bed.deploy();
    const queue = [
      ...[{ kind: 'API' }, { kind: 'UPLOAD' }, { kind: 'WEBHOOK' }, { kind: 'APP' }, { kind: 'WORKER' }],
      { kind: 'SCHEDULE', cron: '0 9 * * *', input: 'Look.' },
    ];
    const outputs = [
      { kind: 'TABLE', name: 'Plans', columns: ['text'] },
      { kind: 'FILE', name: 'plan', format: 'MARKDOWN' },
      { kind: 'WORKER', workerId: next.workerId },
    ];
    const ofCrew = await bed.deploy({ crewId, queue, outputs });
    const ofAgent = await bed.deploy({ agentId: lead, queue, outputs });
    const parts = (worker: typeof ofCrew) => ({
      queue: worker.queue.map(({ kind }) => kind),
      outputs: worker.outputs.map(({ kind }) => kind),
    });
    expect(parts(ofCrew)).toEqual(parts(ofAgent));
    expect(parts(ofCrew).queue).toEqual(queue.map(({ kind }) => kind));

    const record = await bed.ended(await bed.trigger(ofCrew.workerId, 'Plan it.'));
    expect(record).toMatchObject({ status: 'COMPLETED' });
    expect(record.outputText).toContain('Plan it.');
    expect(record.activities[1]?.run?.kind).toBe('CREW');
    expect(record.activities.filter(({ element }) => element === 'OUTPUT')).toMatchObject([
      { status: 'COMPLETED' },
      { status: 'COMPLETED' },
      { status: 'COMPLETED' },
    ]);
    const passed = await eventually(async () => {
      const query = { workerId: next.workerId };
      const { items } = await bed.client.call(workerRecords.endpoints.list, { query });
      return items[0]?.status === 'COMPLETED' && items;
    });
    expect(passed).toMatchObject([{ inputKind: 'WORKER' }]);
  });

  it('passes results on to another worker, which makes one record of each', async () => {
    const next = await bed.deploy();
    const first = await bed.deploy({ outputs: [{ kind: 'WORKER', workerId: next.workerId }] });
    await bed.ended(await bed.trigger(first.workerId, 'Pass it on.'));
    const query = { workerId: next.workerId };
    const passed = await eventually(async () => {
      const { items } = await bed.client.call(workerRecords.endpoints.list, { query });
      return items[0]?.status === 'COMPLETED' && items;
    });
    expect(passed).toMatchObject([{ name: 'Pass it on.', inputKind: 'WORKER' }]);
  });

  it('makes one record of an input that is sent twice with the same key', async () => {
    const { workerId } = await bed.deploy();
    const more = { idempotencyKey: 'order-1' };
    const ids = await Promise.all([1, 2, 3].map(() => bed.trigger(workerId, 'Once.', more)));
    expect(new Set(ids).size).toBe(1);
    expect((await read(workerId)).records.total).toBe(1);
  });

  it('keeps what is sent to it while it is paused, and works on it when it goes on', async () => {
    const { workerId } = await bed.deploy();
    const set = (status: 'PAUSED' | 'ACTIVE') =>
      bed.client.call(endpoints.update, { params: { id: workerId }, body: { status } });
    await set('PAUSED');
    const recordId = await bed.trigger(workerId, 'Later.');
    expect(await bed.read(recordId)).toMatchObject({ status: 'PENDING', stage: 'HELD', runId: null });
    await set('ACTIVE');
    expect((await bed.ended(recordId)).status).toBe('COMPLETED');
  });

  it('shows why the work failed', async () => {
    const agentId = await bed.makeAgent();
    const { workerId } = await bed.deploy({ agentId });
    await bed.client.call(agents.endpoints.update, { params: { id: agentId }, body: { active: false } });
    const record = await bed.ended(await bed.trigger(workerId, 'Work.'));
    expect(record).toMatchObject({ status: 'ERRORED', cause: { code: 'workers.target_unavailable' } });
    expect(record.activities[1]).toMatchObject({ status: 'ERRORED', element: 'ACTIVITY' });
  });
});

describe('a member', () => {
  it('sees workers that are public or that they were given', { tags: ['ROLE-11'] }, async () => {
    const agentId = await bed.makeAgent({ access: 'PRIVATE' });
    const hidden = await bed.deploy({ access: 'PRIVATE', agentId });
    const operator = await joinTenant(bed.server, { tenantId: bed.tenantId, role: 'OPERATOR' });
    await expect(read(hidden.workerId, operator.client)).rejects.toThrow('workers.not_found');
    const body = { userIds: [operator.userId] };
    await bed.client.call(access.endpoints.update, { params: { entityId: hidden.workerId }, body });
    expect(await read(hidden.workerId, operator.client)).toMatchObject({
      workerId: hidden.workerId,
      offline: null,
    });
    const trigger = { body: { workerId: hidden.workerId, input: 'Work.' } };
    const { recordId } = await operator.client.call(workerInputs.endpoints.trigger, trigger);
    expect(recordId).toMatch(/^rec_/);
  });
});
