import { appUsers } from '@atelier/contracts/account/app-users/app-users';
import { chat } from '@atelier/contracts/assistants/chat/chat';
import type { Endpoint } from '@atelier/contracts/kernel/contract';
import { Role } from '@atelier/contracts/kernel/permissions';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { joinApp, newApp } from './app-user.ts';
import { eventually, startTestServer, type TestServer } from './harness.ts';
import { ask, harmless, inParallel } from './matrix/ask.ts';
import { foundTenant } from './matrix/found-tenant.ts';
import { matrices } from './matrix/index.ts';
import { faultOf, verdictOn } from './matrix/judge.ts';
import { labelOf, type Own, type Parts, type Row } from './matrix/matrix.ts';
import { createMembersOfEveryRole, type Member, type Proof } from './matrix/members-of-every-role.ts';

interface Entry {
  endpoint: Endpoint;
  row: Row;
}

interface NamingEntry {
  endpoint: Endpoint;
  refusal: readonly number[];
  parts: Parts;
}

/** Every endpoint is called by a member of each role, which takes a busy machine more than a minute. */
const timeout = 180_000;

const entries: Entry[] = Object.values(matrices).flatMap(({ contract, rows }) =>
  Object.entries(contract.endpoints).flatMap(([name, endpoint]) => {
    const row = rows[name];
    return row ? [{ endpoint, row }] : [];
  }),
);

const everyId = (own: Own): string[] =>
  Object.values(own).filter((value): value is string => typeof value === 'string');

/** Returns the request with a tenantId in every part that can carry one, whether or not a schema of the endpoint has the field. */
const foreignParts = (endpoint: Endpoint, parts: Parts, tenantId: string): Parts[] => {
  const inQuery = { ...parts, query: { ...parts.query, tenantId } };
  if (endpoint.method === 'GET') return [inQuery];
  if (!endpoint.multipart) return [inQuery, { ...parts, body: Object.assign({}, parts.body, { tenantId }) }];
  const form = new FormData();
  form.set('tenantId', tenantId);
  return [inQuery, { ...parts, form }];
};

describe('the permissions of every endpoint', () => {
  let server: TestServer;
  let own: Own;
  const naming: NamingEntry[] = [];
  const unnamed: string[] = [];

  beforeAll(async () => {
    server = await startTestServer();
    own = await foundTenant(server);
    for (const { endpoint, row } of entries) {
      if (!('naming' in row)) continue;
      try {
        naming.push({ endpoint, refusal: row.refusal ?? [404], parts: await row.naming(own) });
      } catch (error) {
        unnamed.push(`${labelOf(endpoint)}: ${String(error)}`);
      }
    }
  });
  afterAll(() => server.close());

  /** Calls every endpoint as each member of a tenant that was created for the call, and lists the answers that differ from the table. */
  const faultsOf = async (how: string, proofOf: (member: Member) => Proof): Promise<string[]> => {
    const tenants = await createMembersOfEveryRole(server, entries.length);
    const calls = entries.flatMap((entry, index) =>
      (tenants[index] ?? []).map((member) => ({ ...entry, member })),
    );
    const faults: string[] = [];
    await inParallel(calls, async ({ endpoint, row, member }) => {
      const answer = await ask(server.origin, endpoint, harmless(endpoint), proofOf(member));
      const fault = faultOf(answer, verdictOn(endpoint.access, member.role), row);
      if (fault) faults.push(`${member.role} ${how}, ${labelOf(endpoint)}: ${fault}`);
    });
    expect(calls.length).toBe(entries.length * Role.options.length);
    return faults.sort();
  };

  const faultsOfNobody = async (how: string, proof: Proof, query: object): Promise<string[]> => {
    const faults: string[] = [];
    await inParallel(entries, async ({ endpoint, row }) => {
      const answer = await ask(server.origin, endpoint, { ...harmless(endpoint), query }, proof);
      const fault = faultOf(answer, verdictOn(endpoint.access, null), row);
      if (fault) faults.push(`${how}, ${labelOf(endpoint)}: ${fault}`);
    });
    return faults.sort();
  };

  it('have a row for every endpoint', () => {
    const rows = Object.values(matrices).map(({ contract, rows }) => [
      Object.keys(contract.endpoints).sort(),
      Object.keys(rows).sort(),
    ]);
    for (const [endpoints, known] of rows) expect(known).toEqual(endpoints);
    expect(entries.length).toBeGreaterThan(45);
    expect(unnamed, 'could not make what the row names').toEqual([]);
  });

  it('follow the permission table for every role with a session', {
    tags: ['ROLE-15'],
    timeout,
  }, async () => {
    expect(await faultsOf('with a session', ({ session }) => session)).toEqual([]);
  });

  it('follow the permission table for the API key of every role', {
    tags: ['ROLE-15'],
    timeout,
  }, async () => {
    expect(await faultsOf('with an API key', ({ key }) => key)).toEqual([]);
  });

  it('admit nobody who is signed out, has only a chat user id, or invented a key', {
    tags: ['ROLE-15', 'API-02'],
  }, async () => {
    const chatUserId = crypto.randomUUID();
    const madeUp = { authorization: `Bearer atl_${'x'.repeat(43)}` };
    const ended = { cookie: `atelier_session=ses_${'x'.repeat(43)}` };
    expect(await faultsOfNobody('signed out', {}, {})).toEqual([]);
    expect(await faultsOfNobody('visitor with a chat user id', {}, { chatUserId })).toEqual([]);
    expect(await faultsOfNobody('with a made-up key', madeUp, {})).toEqual([]);
    expect(await faultsOfNobody('with a session that ended', ended, {})).toEqual([]);
  });

  /** Resolves when nothing that tenant A started is still working. */
  const quietOfA = () =>
    eventually(async () => {
      const busy = await server.sql(
        "select id from runs where tenant_id = $1 and status in ('QUEUED', 'RUNNING')",
        [own.tenantId],
      );
      return busy.length === 0;
    });

  /** Returns the rows of tenant A, table by table, but for the figures that timers add up from what it did before. */
  const contentOfA = async (): Promise<Map<string, string | null>> => {
    await quietOfA();
    const tables = await server.sql<{ name: string }>(
      `select table_name as name from information_schema.columns
         join information_schema.tables using (table_schema, table_name)
         where table_schema = 'public' and column_name = 'tenant_id' and table_type = 'BASE TABLE'
           and table_name not in ('computing_time', 'monitor_notes', 'monitor_hours')`,
    );
    const content = new Map<string, string | null>();
    for (const { name } of tables) {
      const [row] = await server.sql<{ rows: string | null }>(
        `select string_agg(t::text, chr(10) order by t::text) as rows from "${name}" t where tenant_id = $1`,
        [own.tenantId],
      );
      content.set(name, row?.rows ?? null);
    }
    return content;
  };

  const faultOfForeign = async (entry: NamingEntry, role: Role | null, proof: Proof) => {
    const { endpoint, refusal, parts } = entry;
    const answer = await ask(server.origin, endpoint, parts, proof);
    const verdict = verdictOn(endpoint.access, role);
    const wanted = { allowed: refusal, forbidden: [403], unauthenticated: [401], hidden: [404] }[verdict];
    const named = everyId(own).filter((id) => answer.text.includes(id));
    const fault = wanted.includes(answer.status)
      ? answer.status === 200 && named.length > 0 && `tells of ${named.join(', ')}`
      : `should answer ${wanted.join(' or ')}, got ${answer.status} ${answer.code ?? answer.text}`;
    return fault ? [`${role ?? 'visitor'}, ${labelOf(endpoint)}: ${fault}`] : [];
  };

  it('show another tenant nothing, and let it change nothing', {
    tags: ['ROLE-15'],
  }, async () => {
    const [members = []] = await createMembersOfEveryRole(server, 1);
    const strangers = [...members, { role: null, session: {} }];
    const calls = naming.flatMap((entry) => strangers.map((stranger) => ({ entry, stranger })));
    const before = await contentOfA();
    const faults: string[] = [];
    await inParallel(calls, async ({ entry, stranger }) => {
      faults.push(...(await faultOfForeign(entry, stranger.role, stranger.session)));
    });
    expect(faults.sort()).toEqual([]);
    expect(await contentOfA()).toEqual(before);
    expect(before.size).toBeGreaterThan(15);
    expect(naming.length).toBeGreaterThan(20);
  });

  it('give the token of an invited app user no more than a visitor has, even to things of the same company', async () => {
    const appId = await newApp(own.owner);
    const { client } = await joinApp(server, { owner: own.owner, appId });
    const proof = client.headers();
    const before = await contentOfA();
    const isForMembers = ({ endpoint }: { endpoint: Endpoint }) => !('appUser' in endpoint.access);
    const [faults, others, foreign] = [
      [] as string[],
      entries.filter(isForMembers),
      naming.filter(isForMembers),
    ];
    await inParallel(others, async ({ endpoint, row }) => {
      const answer = await ask(server.origin, endpoint, harmless(endpoint), proof);
      const fault = faultOf(answer, verdictOn(endpoint.access, null), row);
      if (fault) faults.push(`${labelOf(endpoint)}: ${fault}`);
    });
    await inParallel(foreign, async (entry) => {
      faults.push(...(await faultOfForeign(entry, null, proof)));
    });
    expect(faults.sort()).toEqual([]);
    expect(await contentOfA()).toEqual(before);
    const access = await client.call(appUsers.endpoints.userAccess, { params: { id: appId } });
    expect(access.hasAccess).toBe(true);
    expect([others.length > 400, foreign.length > 100]).toEqual([true, true]);
  });

  it('refuse a stream of something foreign as they refuse one of what does not exist', async () => {
    const { client: stranger } = await server.signUp('Grace Hopper');
    const outsider = await joinApp(server, { owner: stranger, appId: await newApp(stranger) });
    const proofs = [stranger.headers(), outsider.client.headers(), {}];
    const streams = naming.filter(({ endpoint }) => endpoint.events !== undefined);
    // The link of an app is public, and says that the app is private, so that people can sign in there.
    const made = (text: string) =>
      text.replaceAll(
        /\b(?!app_)([a-z]{3}_)([\w-]{20,})/g,
        (_all, prefix: string, rest: string) => prefix + '0'.repeat(rest.length),
      );
    const missing = (parts: Parts): Parts => JSON.parse(made(JSON.stringify(parts))) as Parts;
    const answers: string[] = [];
    await inParallel(streams, async ({ endpoint, parts }) => {
      for (const proof of proofs) {
        const [foreign, unknown] = [
          await ask(server.origin, endpoint, parts, proof),
          await ask(server.origin, endpoint, missing(parts), proof),
        ];
        if (foreign.status < 400 || made(foreign.text) !== made(unknown.text))
          answers.push(
            `${labelOf(endpoint)}: ${foreign.status} ${foreign.text}, ${unknown.status} ${unknown.text}`,
          );
      }
    });
    expect(answers).toEqual([]);
    expect(streams.map(({ endpoint }) => endpoint.path).sort()).toEqual([
      '/api/content/answer-feedback/ask-again/events',
      '/api/content/chat/answer',
      '/api/content/query',
      '/api/content/try-app',
      '/api/crew/agent-runs/:runId/events',
      '/api/executor/agent-execute',
      '/api/import/events',
      '/api/import/source-events',
      '/api/monitoring/run-events',
      '/api/worker/workers/:id/events',
    ]);
    expect(streams.length).toBe(entries.filter(({ endpoint }) => endpoint.events !== undefined).length);
  });

  it('refuse the tenantId of another tenant at every endpoint that is not public', {
    tags: ['AUTH-27'],
  }, async () => {
    const { user } = await server.signUp('Grace Hopper');
    const bound = entries.filter(
      ({ endpoint }) => !('public' in endpoint.access) && endpoint.foreignTenant === undefined,
    );
    // Endpoints for operators and for app users refuse everybody else before anything else is checked.
    const calls = bound
      .filter(({ endpoint: { access } }) => !('internal' in access) && !('appUser' in access))
      .flatMap(({ endpoint, row }) => {
        const named = naming.find((entry) => entry.endpoint === endpoint);
        const parts = named?.parts ?? ('plain' in row ? row.parts : undefined) ?? {};
        return foreignParts(endpoint, parts, user.tenantId).map((each) => ({ endpoint, parts: each }));
      });
    const faults: string[] = [];
    const proof = own.owner.headers();
    await inParallel(calls, async ({ endpoint, parts }) => {
      const { status, code } = await ask(server.origin, endpoint, parts, proof);
      if (code !== 'auth.tenant_mismatch') faults.push(`${labelOf(endpoint)}: ${status} ${code}`);
    });
    expect(faults.sort()).toEqual([]);
    expect(calls.length).toBeGreaterThan(150);
  });

  it('follow a change of role at once', { tags: ['ROLE-01', 'ROLE-15'] }, async () => {
    const { client, user } = await server.signUp();
    const listed = async () => (await client.fetch('/api/tenant/model-providers')).status;
    expect(await listed()).toBe(200);
    await server.sql(`update memberships set role = 'USER' where user_id = $1`, [user.userId]);
    expect(await listed()).toBe(403);
  });

  it('let a visitor ask and read only public things, whatever spelling the path has', async () => {
    const visitor = server.visitor();
    for (const path of [
      '/API/content/apps',
      '/api//content/apps',
      '/api/content/apps/',
      '/api/content/%61pps',
      '/api/content/apps%2f',
      '/api/./content/apps',
    ]) {
      const response = await visitor.fetch(path);
      expect([401, 404], `${path} answered ${response.status}`).toContain(response.status);
    }
    const asked = await visitor.send(chat.endpoints.chatbot, { params: { id: own.knowledgeBaseId } });
    expect(asked.status).toBe(404);
  });
});
