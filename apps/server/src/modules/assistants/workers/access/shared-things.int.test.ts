import { access } from '@atelier/contracts/account/access';
import { agents } from '@atelier/contracts/assistants/agents/agents';
import { crews } from '@atelier/contracts/assistants/agents/crews';
import { apps } from '@atelier/contracts/assistants/apps';
import { chat } from '@atelier/contracts/assistants/chat/chat';
import { workerAccess } from '@atelier/contracts/assistants/workers/worker-access';
import { workerInputs } from '@atelier/contracts/assistants/workers/worker-inputs';
import { workers } from '@atelier/contracts/assistants/workers/workers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../../tests/client.ts';
import { joinTenant, type TestMember } from '../../../../../tests/member.ts';
import { startWorkerBed, uniqueName, type WorkerBed } from '../../../../../tests/worker-bed.ts';

let bed: WorkerBed;
let operator: TestMember;
let other: TestMember;
beforeAll(async () => {
  bed = await startWorkerBed();
  operator = await joinTenant(bed.server, { tenantId: bed.tenantId, role: 'OPERATOR' });
  other = await joinTenant(bed.server, { tenantId: bed.tenantId, role: 'OPERATOR' });
});
afterAll(() => bed.close());

type Access = 'PUBLIC' | 'PRIVATE';
/** What is shared, and how a member and somebody without an account ask for it. Both resolve to the status of the reply. */
interface Shared {
  make(level: Access): Promise<string>;
  askAs(client: Client, id: string): Promise<number>;
}

const makeCrew = async (): Promise<string> => {
  const [lead, sub] = [await bed.makeAgent(), await bed.makeAgent()];
  const body = { name: uniqueName('Crew'), supervisor: { agentId: lead }, subordinates: [sub] };
  const { crewId } = await bed.client.call(crews.endpoints.create, { body });
  await bed.client.call(agents.endpoints.publish, { params: { id: crewId } });
  return crewId;
};

const readWorker = async (client: Client, id: string) =>
  (await client.send(workers.endpoints.get, { params: { id } })).status;

/** Agents and crews are shared as workers, which have the link. */
const things: Record<'an app' | 'an agent' | 'a crew', Shared> = {
  'an app': {
    make: async (level) =>
      (await bed.client.call(apps.endpoints.create, { body: { name: uniqueName('App'), access: level } }))
        .appId,
    askAs: async (client, id) => (await client.send(apps.endpoints.get, { params: { id } })).status,
  },
  'an agent': {
    make: async (level) => (await bed.deploy({ access: level })).workerId,
    askAs: readWorker,
  },
  'a crew': {
    make: async (level) => (await bed.deploy({ access: level, crewId: await makeCrew() })).workerId,
    askAs: readWorker,
  },
};
const kinds = Object.keys(things) as (keyof typeof things)[];

const byLink = async (kind: keyof typeof things, id: string): Promise<number> => {
  const visitor = bed.server.visitor();
  if (kind === 'an app') return (await visitor.send(chat.endpoints.chatbot, { params: { id } })).status;
  const { status } = await visitor.send(workerAccess.endpoints.publicDetails, { params: { id } });
  const body = { workerId: id, input: 'Please do it.' };
  const triggered = await visitor.send(workerInputs.endpoints.trigger, { body });
  expect(triggered.status).toBe(status);
  return status;
};

const give = (entityId: string, email: string) =>
  bed.client.call(access.endpoints.give, { body: { entityId, email } });
const granted = async (entityId: string): Promise<string[]> => {
  const query = { by: 'GRANT' } as const;
  const { items } = await bed.client.call(access.endpoints.list, { params: { entityId }, query });
  return items.map(({ userId }) => userId);
};

describe.each(kinds)('access to %s', (kind) => {
  const { make, askAs } = things[kind];

  it('is for anyone with the link, or for invited users alone', { tags: ['ACCESS-01'] }, async () => {
    const [open, closed] = [await make('PUBLIC'), await make('PRIVATE')];
    expect(await byLink(kind, open)).toBe(200);
    // A private app leads to its sign-in; a private worker has no link.
    expect(await byLink(kind, closed)).toBe(kind === 'an app' ? 403 : 404);
    expect(await askAs(operator.client, closed)).toBe(404);
    await give(closed, operator.email);
    expect([await askAs(operator.client, closed), await askAs(other.client, closed)]).toEqual([200, 404]);
  });

  it('is given by inviting a user', { tags: ['ACCESS-02'] }, async () => {
    const id = await make('PRIVATE');
    expect(await give(id, operator.email)).toEqual({ status: 'GRANTED', userId: operator.userId });
    expect(await askAs(operator.client, id)).toBe(200);
    expect(await give(id, `${crypto.randomUUID()}@example.com`)).toMatchObject({ status: 'INVITED' });
  });

  it('is updated', { tags: ['ACCESS-03'] }, async () => {
    const id = await make('PRIVATE');
    await give(id, operator.email);
    const body = { userIds: [other.userId] };
    const changed = await bed.client.call(access.endpoints.update, { params: { entityId: id }, body });
    expect(changed).toEqual({ given: 1, removed: 1 });
    expect([await askAs(operator.client, id), await askAs(other.client, id)]).toEqual([404, 200]);
  });

  it('is revoked', { tags: ['ACCESS-04'] }, async () => {
    const id = await make('PRIVATE');
    await give(id, operator.email);
    const query = { userId: operator.userId };
    await bed.client.call(access.endpoints.remove, { params: { entityId: id }, query });
    expect([await askAs(operator.client, id), await granted(id)]).toEqual([404, []]);
  });

  it('is listed with the users who have it', { tags: ['ACCESS-05'] }, async () => {
    const id = await make('PRIVATE');
    expect(await granted(id)).toEqual([]);
    await give(id, operator.email);
    await give(id, other.email);
    expect((await granted(id)).toSorted()).toEqual([operator.userId, other.userId].toSorted());
  });
});
