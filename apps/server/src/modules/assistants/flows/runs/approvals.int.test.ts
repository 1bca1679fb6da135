import { access } from '@atelier/contracts/account/access';
import { auth } from '@atelier/contracts/account/identity/auth';
import { flowRuns } from '@atelier/contracts/assistants/flows/flow-runs';
import { flows } from '@atelier/contracts/assistants/flows/flows';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Client } from '../../../../../tests/client.ts';
import { pieceStep, respondWith, webhookFlow } from '../../../../../tests/flow-json.ts';
import { eventually, startTestServer, type TestServer } from '../../../../../tests/harness.ts';
import { joinTenant } from '../../../../../tests/member.ts';

const { endpoints } = flowRuns;

describe('an approval', () => {
  let server: TestServer;
  let client: Client;
  let tenantId: string;

  beforeAll(async () => {
    server = await startTestServer();
    const signedUp = await server.signUp();
    ({ client } = signedUp);
    ({ tenantId } = signedUp.user);
  });
  afterAll(() => server.close());

  const begin = async (stepName = 'step_1', asked: Record<string, unknown> = {}) => {
    const asking = pieceStep(stepName, ['approval', 'wait_for_approval'], {
      title: 'Pay {{trigger.body.what}}?',
      message: 'It is due.',
      to: [],
      ...asked,
    });
    const body = webhookFlow('Pay invoices', [asking, respondWith('step_2', `{{${stepName}.comment}}`)]);
    const { flowId } = await client.call(flows.endpoints.create, { body });
    await client.call(flows.endpoints.publish, { params: { id: flowId } });
    const { runId } = await client.call(flows.endpoints.run, {
      params: { id: flowId },
      body: { payload: { body: { what: 'invoice 7' } } },
    });
    const token = await eventually(
      async () => (await waiting(client, runId, stepName))?.approvalToken ?? undefined,
    );
    return { flowId, runId, token };
  };
  const waiting = async (as: Client, runId: string, stepName = 'step_1') => {
    const { steps } = await as.call(endpoints.steps, { params: { runId }, query: {} });
    return steps.find(({ step, status }) => step === stepName && status === 'WAITING');
  };
  const read = (token: string) => server.visitor().send(endpoints.approval, { params: { token } });
  const decide = (token: string, approved: boolean, comment = '') =>
    server.visitor().send(endpoints.decide, { params: { token }, body: { approved, comment } });

  it('of a step with the longest name can be read and decided', async () => {
    const { token } = await begin(`step_${'x'.repeat(59)}`);
    expect((await read(token)).status).toBe(200);
    expect((await decide(token, true)).status).toBe(200);
  });

  it('says who asks for what, is decided once with a comment, and says afterwards how', async () => {
    const { flowId, runId, token } = await begin();
    const listed = async () => {
      const { items } = await client.call(endpoints.waiting, { query: { askedBy: 'FLOW' } });
      return items.find((each) => each.runId === runId);
    };
    const iso = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string;
    expect(await listed()).toEqual({
      ...{ runId, askedBy: 'FLOW', askerId: flowId, askerName: 'Pay invoices', title: 'Pay invoice 7?' },
      ...{ askedAt: iso, until: iso, approvalToken: token },
    });
    expect((await read(token)).body).toMatchObject({
      responseData: {
        title: 'Pay invoice 7?',
        message: 'It is due.',
        flowName: 'Pay invoices',
        companyName: expect.stringMatching(/./),
        state: 'OPEN',
        decidedBy: null,
        comment: '',
      },
    });
    expect((await decide(token, false, 'Twice already.')).status).toBe(200);
    await eventually(
      async () => (await client.call(endpoints.get, { params: { runId } })).status === 'SUCCEEDED',
    );
    expect((await read(token)).body).toMatchObject({
      responseData: { state: 'REJECTED', decidedBy: null, comment: 'Twice already.' },
    });
    expect(await listed()).toBe(undefined);
    expect(await decide(token, true)).toMatchObject({ status: 404, body: { code: 'flows.nothing_waits' } });
  });

  it('is mailed to all who may decide, and decided by the first link that is used', async () => {
    const title = `Pay ${crypto.randomUUID()}?`;
    const to = ['ben@example.com', 'cleo@example.com'];
    const { runId } = await begin('step_1', { title, message: 'For <b>sails</b> & ropes.', to });
    const mails = await eventually(async () => {
      const sent = (await server.visitor().call(auth.endpoints.outbox, {})).mails;
      const about = sent.filter(({ subject }) => subject === title);
      return about.length === to.length && about;
    });
    expect(mails.map((mail) => mail.to).toSorted()).toEqual(to);
    expect(mails[0]?.text).toContain('For <b>sails</b> & ropes.');
    const tokens = mails.map(({ text }) => /\/approvals\/(\S+)/.exec(text)?.[1] ?? '');
    expect((await decide(tokens[0] ?? '', true)).status).toBe(200);
    expect((await decide(tokens[1] ?? '', false)).status).not.toBe(200);
    await eventually(
      async () => (await client.call(endpoints.get, { params: { runId } })).status === 'SUCCEEDED',
    );
    expect((await read(tokens[1] ?? '')).body).toMatchObject({ responseData: { state: 'APPROVED' } });
  });

  it('of a cancelled run cannot be decided any more', async () => {
    const { runId, token } = await begin();
    await client.call(endpoints.cancel, { params: { runId } });
    expect((await read(token)).body).toMatchObject({ responseData: { state: 'ENDED' } });
    expect(await decide(token, true)).toMatchObject({ status: 404, body: { code: 'flows.nothing_waits' } });
    expect((await read(`${token}x`)).status).toBe(404);
  });

  it('is found by no token that somebody guesses, changes or has for something else', async () => {
    const { runId, token } = await begin();
    const other = await begin();
    const half = Math.floor(token.length / 2);
    const changed = Array.from({ length: 40 }, (_nothing, at) => {
      const place = Math.floor((at * token.length) / 40);
      return `${token.slice(0, place)}${token[place] === 'A' ? 'B' : 'A'}${token.slice(place + 1)}`;
    });
    const guesses = [
      ...changed,
      ...[
        token.slice(0, -1),
        token.slice(1),
        token.toUpperCase(),
        `${token.slice(0, half)}${other.token.slice(half)}`,
      ],
      ...[runId, other.flowId, 'null', 'AAAA', encodeURIComponent('../runs')],
    ];
    for (const guess of guesses.filter((it) => it !== token)) {
      const replies = [await read(guess), await decide(guess, true)];
      expect(replies.map(({ status }) => status)).not.toContain(200);
      expect(JSON.stringify(replies)).not.toContain('invoice 7');
    }
    const resumed = await fetch(`${server.origin}/api/orchestrator/resume/${token}`, { method: 'POST' });
    expect(resumed.status).toBe(404);
    expect((await read(token)).body).toMatchObject({ responseData: { state: 'OPEN' } });
  });

  it('is decided by nobody who only looks at its link, as mail programs do', async () => {
    const { token } = await begin();
    for (const path of [`/approvals/${token}`, `/api/orchestrator/approvals/${token}`])
      for (const method of ['GET', 'HEAD', 'OPTIONS', 'PUT', 'PATCH', 'DELETE']) {
        const headers = { purpose: 'prefetch', 'sec-purpose': 'prefetch' };
        const reply = await fetch(`${server.origin}${path}?approved=true`, { method, headers });
        await reply.arrayBuffer();
      }
    expect((await read(token)).body).toMatchObject({ responseData: { state: 'OPEN' } });
  });

  it('is decided once by twenty people at the same time, and the run goes on with what they were told', async () => {
    const { runId, token } = await begin();
    const verdicts = Array.from({ length: 20 }, (_nothing, at) => ({
      approved: at % 2 === 0,
      comment: `Of ${at}.`,
    }));
    const replies = await Promise.all(
      verdicts.map(({ approved, comment }) => decide(token, approved, comment)),
    );
    const won = verdicts.filter((_verdict, at) => replies[at]?.status === 200);
    expect(won).toHaveLength(1);
    expect(replies.filter(({ status }) => status !== 200).map(({ body }) => body.code)).toEqual(
      Array.from({ length: 19 }, () => 'flows.nothing_waits'),
    );
    await eventually(
      async () => (await client.call(endpoints.get, { params: { runId } })).status === 'SUCCEEDED',
    );
    const state = won[0]?.approved ? 'APPROVED' : 'REJECTED';
    expect((await read(token)).body).toMatchObject({ responseData: { state, comment: won[0]?.comment } });
  });

  it('is not decided in the name of a member of another company, and not for a company that is disabled', async () => {
    const { token } = await begin();
    const { client: stranger } = await server.signUp('Mallory Wu');
    const body = { approved: true, comment: '' };
    await server.sql(`update tenants set status = 'DISABLED' where id = $1`, [tenantId]);
    const refused = await stranger.send(endpoints.decide, { params: { token }, body });
    await server.sql(`update tenants set status = 'ACTIVE' where id = $1`, [tenantId]);
    expect(refused).toMatchObject({ status: 404, body: { code: 'flows.nothing_waits' } });
    expect((await stranger.send(endpoints.decide, { params: { token }, body })).status).toBe(200);
    await vi.waitFor(async () => {
      const { body: shown } = await read(token);
      expect(shown).toMatchObject({ responseData: { state: 'APPROVED', decidedBy: null } });
    });
  });

  it('is shown without its token to an OPERATOR, who may only read', async () => {
    const { flowId, runId, token } = await begin();
    const operator = await joinTenant(server, { tenantId, role: 'OPERATOR' });
    await client.call(access.endpoints.give, { body: { entityId: flowId, email: operator.email } });
    const step = await waiting(operator.client, runId);
    expect(step).toMatchObject({ approvalToken: null, output: { text: expect.stringMatching(/invoice 7/) } });
    expect(JSON.stringify(step)).not.toContain(token);
    const { text } = await operator.client.call(endpoints.text, {
      params: { runId },
      query: { of: 'STEP', seq: step?.seq ?? 0 },
    });
    expect(text).toContain('invoice 7');
    expect(text).not.toContain(token);
  });
});
