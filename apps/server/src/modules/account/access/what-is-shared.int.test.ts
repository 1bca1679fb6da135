import { access } from '@atelier/contracts/account/access';
import { auth } from '@atelier/contracts/account/identity/auth';
import { people } from '@atelier/contracts/account/people/people';
import { sharedThings } from '@atelier/contracts/account/shared-things';
import { crews } from '@atelier/contracts/assistants/agents/crews';
import { apps } from '@atelier/contracts/assistants/apps';
import { flows } from '@atelier/contracts/assistants/flows/flows';
import { prompts } from '@atelier/contracts/assistants/prompts/prompts';
import { knowledge } from '@atelier/contracts/content/bases/knowledge';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../tests/client.ts';
import { eventually } from '../../../../tests/eventually.ts';
import { importTexts } from '../../../../tests/knowledge.ts';
import { joinTenant, type TestMember } from '../../../../tests/member.ts';
import { startWorkerBed, uniqueName, type WorkerBed } from '../../../../tests/worker-bed.ts';

let bed: WorkerBed;
beforeAll(async () => {
  bed = await startWorkerBed();
});
afterAll(() => bed.close());

type Level = 'PUBLIC' | 'PRIVATE';
interface Kind {
  make(name: string, level: Level): Promise<string>;
  /** The call that lists things of the kind, and the one that opens one. */
  list: string;
  open(id: string): string;
  /** The address of its page, and what the mail says that an operator can do with it. */
  address(id: string): string;
  use: string;
}

const kinds: Record<string, Kind> = {
  app: {
    make: async (name, level) =>
      (await bed.client.call(apps.endpoints.create, { body: { name, access: level } })).appId,
    list: '/api/content/apps',
    open: (id) => `/api/content/manage-app/${id}`,
    address: (id) => `/apps/${id}`,
    use: 'You can ask it questions.',
  },
  'knowledge base': {
    make: async (name, level) => {
      const { endpoints } = knowledge;
      const { knowledgeBaseId } = await bed.client.call(endpoints.create, { body: { name } });
      const share = level === 'PUBLIC' ? 'EVERYONE' : 'PRIVATE';
      await bed.client.call(endpoints.update, { params: { id: knowledgeBaseId }, body: { share } });
      return knowledgeBaseId;
    },
    list: '/api/content/knowledge-bases',
    open: (id) => `/api/content/knowledge-base/${id}`,
    address: (id) => `/knowledge-base/${id}/documents`,
    use: 'You can read and search its documents.',
  },
  agent: {
    make: (name, level) => bed.makeAgent({ name, access: level }),
    list: '/api/crew/agents',
    open: (id) => `/api/crew/agents/${id}`,
    address: (id) => `/agent?id=${id}`,
    use: 'You can give it tasks and read its results.',
  },
  crew: {
    make: async (name, level) => {
      const team = { supervisor: { agentId: await bed.makeAgent() }, subordinates: [await bed.makeAgent()] };
      const body = { name, access: level, ...team };
      return (await bed.client.call(crews.endpoints.create, { body })).crewId;
    },
    list: '/api/crew/agent-crew',
    open: (id) => `/api/crew/agent-crew/${id}`,
    address: (id) => `/agent?id=${id}`,
    use: 'You can give it tasks and read its results.',
  },
  worker: {
    make: async (name, level) => (await bed.deploy({ name, access: level })).workerId,
    list: '/api/worker/workers',
    open: (id) => `/api/worker/workers/${id}`,
    address: (id) => `/worker?id=${id}`,
    use: 'You can give it work, see its records, and decide about its results.',
  },
  flow: {
    make: async (name) =>
      (await bed.client.call(flows.endpoints.create, { body: { displayName: name } })).flowId,
    list: '/api/orchestrator/flows',
    open: (id) => `/api/orchestrator/flows/${id}`,
    address: (id) => `/flows/${id}`,
    use: 'You can start it and read its runs.',
  },
};

const join = (role: 'OPERATOR' | 'USER' | 'BUILDER', name: string): Promise<TestMember> =>
  joinTenant(bed.server, { tenantId: bed.tenantId, role, name });
const give = (entityId: string, email: string) =>
  bed.client.send(access.endpoints.give, { body: { entityId, email } });
const sharedWith = (client: Client, search = '') =>
  client.call(sharedThings.endpoints.list, { query: { search } });

/** The places at which a member finds a thing: the first screen, Ctrl K, the list of its kind, and its own address. */
const findings = async ({ list, open }: Kind, client: Client, { id, name }: { id: string; name: string }) => {
  const home = (await sharedWith(client)).items.find(({ entityId }) => entityId === id);
  const palette = await client.call(people.endpoints.searchEntities, { query: { search: name, limit: 8 } });
  const listed = await client.fetch(`${list}?limit=100`);
  const opened = await client.fetch(open(id));
  await opened.body?.cancel();
  return {
    home: home !== undefined,
    palette: palette.entities.some(({ entityId }) => entityId === id),
    list: (await listed.text()).includes(id),
    address: opened.status,
  };
};
const everywhere = { home: true, palette: true, list: true, address: 200 };
const nowhere = { home: false, palette: false, list: false, address: 404 };

const mailsTo = async (email: string) => {
  const { mails } = await bed.server.visitor().call(auth.endpoints.outbox, {});
  return mails.filter(({ to, subject }) => to === email && subject !== 'Please confirm your email address');
};

const things = Object.keys(kinds);
// Users have no page for flows.
const forUsers = things.filter((kind) => kind !== 'flow');
const pairs = [
  ...things.map((kind) => ['OPERATOR', kind] as const),
  ...forUsers.map((kind) => ['USER', kind] as const),
];

describe.each(pairs)('to a member in the role %s, a %s', (role, label) => {
  const kind = kinds[label] as Kind;

  it('that was given to them is found everywhere, and nowhere before and after', {
    tags: ['ROLE-11'],
  }, async () => {
    const member = await join(role, 'Otto Operator');
    const name = uniqueName('Letters');
    const id = await kind.make(name, 'PRIVATE');
    expect(await findings(kind, member.client, { id, name })).toEqual(nowhere);
    expect((await give(id, member.email)).status).toBe(200);
    expect(await findings(kind, member.client, { id, name })).toEqual(everywhere);
    const [shared] = (await sharedWith(member.client, name)).items;
    expect(shared).toMatchObject({
      ...{ name, label, address: kind.address(id), sharedBy: 'Ada Lovelace', waiting: null },
      sharedAt: expect.stringMatching(/^20/),
    });
    await bed.client.call(access.endpoints.remove, {
      params: { entityId: id },
      query: { userId: member.userId },
    });
    expect(await findings(kind, member.client, { id, name })).toEqual(nowhere);
  });
});

describe.each(things)('the mail about a %s that was shared', (label) => {
  const kind = kinds[label] as Kind;

  it('names it, who shared it, what can be done with it, and leads to it', async () => {
    const { email } = await join('OPERATOR', 'Otto Operator');
    const name = uniqueName('Letters');
    const id = await kind.make(name, 'PRIVATE');
    expect((await give(id, email)).status).toBe(200);
    const [mail] = await eventually(async () => {
      const found = await mailsTo(email);
      return found.length > 0 && found;
    });
    expect(mail?.subject).toBe(`Ada Lovelace shared the ${label} “${name}” with you`);
    expect(mail?.text).toContain(kind.use);
    expect(mail?.text).toContain(`${bed.server.origin}${kind.address(id)}`);
  });
});

describe.each(forUsers)('a %s that is open to the whole company', (label) => {
  const kind = kinds[label] as Kind;

  it('is found everywhere by a user, and by an operator only once it was given to them', {
    tags: ['ROLE-11'],
  }, async () => {
    const [user, operator] = [await join('USER', 'Uma User'), await join('OPERATOR', 'Otto Operator')];
    const name = uniqueName('Letters');
    const id = await kind.make(name, 'PUBLIC');
    expect(await findings(kind, user.client, { id, name })).toEqual(everywhere);
    const [shared] = (await sharedWith(user.client, name)).items;
    expect([shared?.sharedBy, shared?.sharedAt]).toEqual([null, null]);
    expect(await findings(kind, operator.client, { id, name })).toEqual(nowhere);
    await give(id, operator.email);
    expect(await findings(kind, operator.client, { id, name })).toEqual(everywhere);
  });
});

describe('a prompt', () => {
  const kind: Pick<Kind, 'list' | 'open'> & Kind = {
    ...(kinds['flow'] as Kind),
    list: '/api/prompts/prompts',
    open: (id) => `/api/prompts/prompts/${id}`,
  };
  const make = async (change: object) => {
    const name = uniqueName('Greeting');
    const body = { name, role: 'SYSTEM', prompt: 'Be kind.', ...change } as never;
    const { promptId } = await bed.client.call(prompts.endpoints.create, { body });
    return { id: promptId, name };
  };

  it('is found everywhere by those with whom it was shared by name, by role, or as everybody', async () => {
    const [user, operator] = [await join('USER', 'Uma User'), await join('OPERATOR', 'Otto Operator')];
    const byName = await make({ shareWith: 'CUSTOM', sharedUsers: [operator.userId] });
    const byRole = await make({ shareWith: 'CUSTOM', sharedRoles: ['OPERATOR'] });
    const forAll = await make({ shareWith: 'EVERYONE' });
    for (const prompt of [byName, byRole, forAll])
      expect(await findings(kind, operator.client, prompt)).toEqual(everywhere);
    expect(await findings(kind, user.client, byName)).toEqual(nowhere);
    expect(await findings(kind, user.client, byRole)).toEqual(nowhere);
    expect(await findings(kind, user.client, forAll)).toEqual(everywhere);
    const { items } = await sharedWith(operator.client, 'Greeting');
    const sharers = new Map(items.map(({ entityId, sharedBy }) => [entityId, sharedBy]));
    expect([byName, byRole, forAll].map(({ id }) => sharers.get(id))).toEqual([
      ...['Ada Lovelace', 'Ada Lovelace', null],
    ]);
    const [mail] = await eventually(async () => {
      const found = await mailsTo(operator.email);
      return found.length > 0 && found;
    });
    expect(mail?.subject).toBe(`Ada Lovelace shared the prompt “${byName.name}” with you`);
    expect(await mailsTo(user.email)).toEqual([]);
  });

  it('is shared in its own settings only', async () => {
    const { id } = await make({ shareWith: 'EVERYONE' });
    const { email } = await join('OPERATOR', 'Otto Operator');
    expect((await give(id, email)).body.code).toBe('access.entity_not_found');
  });
});

it('refuses to give a flow to a member whose role has no page for it', async () => {
  const id = await (kinds['flow'] as Kind).make(uniqueName('Letters'), 'PRIVATE');
  const user = await join('USER', 'Uma User');
  const refused = await give(id, user.email);
  expect([refused.status, refused.body.code]).toEqual([409, 'access.role_cannot_open']);
  expect((await give(id, 'nobody-yet@example.com')).body.code).toBe('access.role_cannot_open');
});

describe('what waits', () => {
  it('stands first in the list of an operator, with the record that has waited longest; a user decides nothing', {
    tags: ['ROLE-12'],
  }, async () => {
    const { workerId } = await bed.deploy({ approval: 'ALWAYS' });
    const later = await (kinds['app'] as Kind).make(uniqueName('App'), 'PRIVATE');
    const [operator, user] = [await join('OPERATOR', 'Otto Operator'), await join('USER', 'Uma User')];
    for (const id of [workerId, later])
      for (const { email } of [operator, user]) expect((await give(id, email)).status).toBe(200);
    const first = await bed.trigger(workerId, 'The first letter');
    const waiting = async (count: number) =>
      eventually(async () => {
        const [item] = (await sharedWith(operator.client)).items;
        return item?.waiting?.count === count && item;
      });
    await waiting(1);
    await bed.trigger(workerId, 'The second letter');
    const item = await waiting(2);
    expect(item).toMatchObject({
      entityId: workerId,
      waiting: { count: 2, address: `/worker-record?id=${first}` },
    });
    const seenByUser = (await sharedWith(user.client)).items.find(({ entityId }) => entityId === workerId);
    expect(seenByUser?.waiting).toBeNull();
  });
});

describe('the list of what is shared', () => {
  /** Shares 23 things of three kinds with a new operator and returns their names, in the order in which they were shared. */
  const shareMany = async () => {
    const operator = await join('OPERATOR', 'Otto Operator');
    const word = uniqueName('Ledger');
    const names: string[] = [];
    for (const label of ['app', 'knowledge base', 'flow'])
      for (let made = 10; made < (label === 'app' ? 19 : 17); made += 1) {
        const name = `${word} ${made} ${label}`;
        expect((await give(await (kinds[label] as Kind).make(name, 'PRIVATE'), operator.email)).status).toBe(
          200,
        );
        names.push(name);
      }
    return { operator, word, names };
  };
  /** Follows the cursors of the list and returns the names on each page. */
  const readPages = async (client: Client, query: object) => {
    const pages: string[][] = [];
    const totals = new Set<number>();
    let cursor: string | null | undefined;
    while (cursor !== null) {
      const wanted = { ...query, ...(cursor === undefined ? {} : { cursor }) };
      const page = await client.call(sharedThings.endpoints.list, { query: wanted });
      pages.push(page.items.map(({ name }) => name));
      totals.add(page.total);
      cursor = page.nextCursor;
    }
    return { pages, totals: [...totals] };
  };

  it('has pages that a cursor leads through, in each order, without loss and without repetition', {
    tags: ['ROLE-11'],
  }, async () => {
    const { operator, word, names } = await shareMany();
    const { client } = operator;
    const newest = await readPages(client, { search: word.toUpperCase(), limit: 10 });
    expect(newest.pages.map((page) => page.length)).toEqual([10, 10, 3]);
    expect(newest.pages.flat()).toEqual(names.toReversed());
    expect(newest.totals).toEqual([23]);
    const byName = await readPages(client, { search: word, limit: 8, sort: 'name', order: 'asc' });
    expect(byName.pages.map((page) => page.length)).toEqual([8, 8, 7]);
    expect(byName.pages.flat()).toEqual(names.toSorted());
    const oldest = await readPages(client, { search: word, limit: 100, sort: 'sharedAt', order: 'asc' });
    expect(oldest.pages).toEqual([names]);
    expect((await readPages(client, { search: '%' })).totals).toEqual([0]);
  });

  it('keeps what waits before all else, however old it is', { tags: ['ROLE-12'] }, async () => {
    const word = uniqueName('Desk');
    const operator = await join('OPERATOR', 'Otto Operator');
    const desks: string[] = [];
    for (let made = 0; made < 4; made += 1) {
      const { workerId } = await bed.deploy({ name: `${word} ${made}`, approval: 'ALWAYS' });
      expect((await give(workerId, operator.email)).status).toBe(200);
      desks.push(workerId);
    }
    const list = async () => (await readPages(operator.client, { search: word, limit: 2 })).pages;
    expect(await list()).toEqual([
      [`${word} 3`, `${word} 2`],
      [`${word} 1`, `${word} 0`],
    ]);
    await bed.trigger(desks[1] ?? '', 'A letter');
    await eventually(async () => {
      const { items } = await sharedWith(operator.client, word);
      return items[0]?.waiting?.count === 1;
    });
    expect(await list()).toEqual([
      [`${word} 1`, `${word} 3`],
      [`${word} 2`, `${word} 0`],
    ]);
  });
});

describe('the search of Ctrl K', () => {
  const find = async (client: Client, search: string, limit = 8) =>
    (await client.call(people.endpoints.searchEntities, { query: { search, limit } })).entities;

  it('finds a document by its name for those who see its knowledge base', async () => {
    const word = `lamp${crypto.randomUUID().slice(0, 8)}`;
    const base = await (kinds['knowledge base'] as Kind).make(uniqueName('Base'), 'PRIVATE');
    const [document] = await importTexts(bed.client, base, { [`${word} manual.txt`]: 'Press the switch.' });
    const operator = await join('OPERATOR', 'Otto Operator');
    expect(await find(operator.client, word)).toEqual([]);
    await give(base, operator.email);
    expect(await find(operator.client, word)).toEqual([
      {
        ...{ entityId: document?.knowledgeBaseImportId, kind: 'DOCUMENT', label: 'document' },
        name: `${word} manual.txt`,
        address: `/knowledge-base/${base}/documents?search=${word}%20manual.txt`,
      },
    ]);
  });

  it('lets no kind hide another, and begins with the names that are nearest', async () => {
    const word = `tide${crypto.randomUUID().slice(0, 8)}`;
    const app = kinds['app'] as Kind;
    for (let made = 0; made < 6; made += 1) await app.make(`${word} app ${made}`, 'PRIVATE');
    const exact = await (kinds['flow'] as Kind).make(word, 'PRIVATE');
    const within = await (kinds['worker'] as Kind).make(`The ${word} desk`, 'PRIVATE');
    const base = await (kinds['knowledge base'] as Kind).make(`${word} handbook`, 'PRIVATE');
    const found = await find(bed.client, word, 4);
    expect(found.map(({ kind }) => kind)).toEqual(['FLOW', 'KNOWLEDGE_BASE', 'APP', 'APP']);
    expect([found[0]?.entityId, found[1]?.entityId]).toEqual([exact, base]);
    const all = (await find(bed.client, word, 20)).map(({ entityId }) => entityId);
    expect([all.length, all.at(-1)]).toEqual([9, within]);
  });
});

it('lets people ask for a worker and an agent from the address of a record and of a run', async () => {
  const agentId = await bed.makeAgent({ access: 'PRIVATE' });
  const { workerId } = await bed.deploy({ agentId, access: 'PRIVATE' });
  const record = await bed.ended(await bed.trigger(workerId, 'A letter'));
  const runs = await bed.server.sql('select id from runs where scope_id = $1', [agentId]);
  const operator = await join('OPERATOR', 'Otto Operator');
  const ask = (entityId: string) =>
    operator.client.send(sharedThings.endpoints.ask, { params: { entityId }, body: {} });
  const asked = await ask(record.recordId);
  expect(asked.body.responseData).toMatchObject({ entityId: workerId, label: 'worker', state: 'ASKED' });
  const [run] = runs as { id: string }[];
  expect((await ask(run?.id ?? '')).body.responseData).toMatchObject({ entityId: agentId, label: 'agent' });
  const stranger = await bed.server.signUp('Alan Turing');
  for (const entityId of [record.recordId, run?.id ?? '']) {
    const refused = await stranger.client.send(sharedThings.endpoints.readRequest, { params: { entityId } });
    expect([refused.status, refused.body.code]).toEqual([404, 'access.nothing_to_ask_for']);
  }
});

it('names in the mail of an invitation what it gives access to', async () => {
  const name = uniqueName('Letters');
  const id = await (kinds['worker'] as Kind).make(name, 'PRIVATE');
  const email = `${crypto.randomUUID()}@example.com`;
  expect((await give(id, email)).status).toBe(200);
  const [mail] = await eventually(async () => {
    const found = await mailsTo(email);
    return found.length > 0 && found;
  });
  expect(mail?.text).toContain(`You get access to the worker “${name}”.`);
});
