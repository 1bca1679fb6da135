import { createHmac } from 'node:crypto';
import { flowRuns } from '@atelier/contracts/assistants/flows/flow-runs';
import { flows } from '@atelier/contracts/assistants/flows/flows';
import { connections } from '@atelier/contracts/content/connections/connections';
import type { FieldValues } from '@atelier/contracts/fields/fields';
import { verifySlackRequest } from '@slack/bolt';
import { Webhook } from 'standardwebhooks';
import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../../tests/client.ts';
import { type FlowBed, flowBed } from '../../../../../tests/flow-bed.ts';
import { respondWith, webhookFlow } from '../../../../../tests/flow-json.ts';
import { eventually, startTestServer, type TestServer } from '../../../../../tests/harness.ts';

type Headers = Record<string, string>;

const secret = 'a-long-secret-of-the-service';
const standardSecret = `whsec_${Buffer.from(secret).toString('base64')}`;
/** Not what a parser would write again: the signature covers these bytes. */
const body = '{ "order" : 7, "price": 12.50, "name":"Zoë" }';
const seconds = (shift = 0) => Math.floor(Date.now() / 1000) + shift;

const hmac = (algorithm: string, text: string): string =>
  createHmac(algorithm, secret).update(text).digest('hex');

const standard = (text: string, shift = 0, id: string = crypto.randomUUID(), prefix = 'webhook'): Headers => {
  const at = new Date(seconds(shift) * 1000);
  return {
    [`${prefix}-id`]: id,
    [`${prefix}-timestamp`]: String(Math.floor(at.getTime() / 1000)),
    [`${prefix}-signature`]: new Webhook(standardSecret).sign(id, at, text),
  };
};

const stripe = (text: string, shift = 0): Headers => ({
  'stripe-signature': new Stripe('sk_test_unused').webhooks.generateTestHeaderString({
    payload: text,
    secret,
    timestamp: seconds(shift),
  }),
});

/** The package of Slack only verifies, so each signature of the test is given to it first. */
const slack = (text: string, shift = 0): Headers => {
  const at = seconds(shift);
  const headers = {
    'x-slack-signature': `v0=${hmac('sha256', `v0:${at}:${text}`)}`,
    'x-slack-request-timestamp': at,
  };
  if (Math.abs(shift) < 250) verifySlackRequest({ signingSecret: secret, body: text, headers });
  return { ...headers, 'x-slack-request-timestamp': String(at) };
};

describe('the signatures of services', () => {
  let server: TestServer;
  let client: Client;
  let bed: FlowBed;

  beforeAll(async () => {
    server = await startTestServer();
    ({ client } = await server.signUp());
    bed = flowBed(server, client);
  });
  afterAll(() => server.close());

  /** Publishes a flow whose callers sign as the service does. */
  const protect = async (values: FieldValues): Promise<string> => {
    const { connectionId } = await client.call(connections.endpoints.create, {
      body: { service: 'WEB', kind: 'WEBHOOK_CALLER', name: `Caller ${crypto.randomUUID()}`, values },
    });
    const flow = webhookFlow('Signed', [respondWith('step_1', '{{trigger.body.order}}')]);
    const settings = { ...flow.trigger.settings, connectionId };
    const { flowId } = await client.call(flows.endpoints.create, {
      body: { ...flow, trigger: { ...flow.trigger, settings } },
    });
    await client.call(flows.endpoints.publish, { params: { id: flowId } });
    return flowId;
  };
  const post = async (flowId: string, headers: Headers, text = body) => {
    const response = await bed.post(`${flowId}/sync`, text, headers);
    return [response.status, await response.text()];
  };
  const statusOf = async (flowId: string, headers: Headers, text = body) =>
    (await post(flowId, headers, text))[0];
  const runsOf = async (flowId: string) =>
    (await client.call(flowRuns.endpoints.list, { query: { flowId } })).items;

  it.each<[string, FieldValues, (text: string, shift?: number) => Headers]>([
    ['Standard Webhooks', { proof: 'STANDARD_WEBHOOKS', secret: standardSecret }, standard],
    [
      'Svix',
      { proof: 'STANDARD_WEBHOOKS', secret: standardSecret },
      (text, shift) => standard(text, shift, crypto.randomUUID(), 'svix'),
    ],
    ['Stripe', { proof: 'STRIPE', secret }, stripe],
    ['Slack', { proof: 'SLACK', secret }, slack],
  ])('%s: of exactly these bytes, and for five minutes', async (_name, connection, sign) => {
    const flowId = await protect(connection);
    expect(await post(flowId, sign(body))).toEqual([200, '7']);
    expect(await post(flowId, sign(body, -240))).toEqual([200, '7']);
    expect((await runsOf(flowId)).length).toBe(2);
    const refused = [
      await statusOf(flowId, sign(body, -310)),
      await statusOf(flowId, sign(body, 310)),
      await statusOf(flowId, sign(body), body.replace('7', '8')),
      await statusOf(flowId, sign(body), `${body} `),
      await statusOf(flowId, {}),
    ];
    expect(refused).toEqual([401, 401, 401, 401, 401]);
    const runs = await eventually(async () => {
      const found = await runsOf(flowId);
      return found.every(({ status }) => status === 'REFUSED' || status === 'SUCCEEDED') && found;
    });
    expect(runs.map(({ status }) => status).sort()).toEqual([
      ...Array<string>(5).fill('REFUSED'),
      ...Array<string>(2).fill('SUCCEEDED'),
    ]);
    expect(runs.find(({ status }) => status === 'REFUSED')?.cause).toMatchObject({
      code: 'flows.unverified',
    });
  });

  it.each<[string, FieldValues, (id: string) => Headers]>([
    ['a number', { proof: 'STANDARD_WEBHOOKS', secret: standardSecret }, (id) => standard(body, 0, id)],
    ['a signature', { proof: 'STRIPE', secret }, () => stripe(body)],
  ])('start nothing again when a call with the same %s comes again', async (_what, connection, sign) => {
    const flowId = await protect(connection);
    const headers = sign('msg_1');
    expect(await post(flowId, headers)).toEqual([200, '7']);
    expect(await post(flowId, headers)).toEqual([200, '7']);
    expect(await runsOf(flowId)).toHaveLength(1);
  });

  it('start again with another time at Stripe, and not with another number at Standard Webhooks', async () => {
    const [one, other] = [
      await protect({ proof: 'STRIPE', secret }),
      await protect({ proof: 'STANDARD_WEBHOOKS', secret: standardSecret }),
    ];
    for (const shift of [-2, -1]) expect(await statusOf(one, stripe(body, shift))).toBe(200);
    for (const shift of [-2, -1]) expect(await statusOf(other, standard(body, shift, 'msg_1'))).toBe(200);
    expect([(await runsOf(one)).length, (await runsOf(other)).length]).toEqual([2, 1]);
  });

  it('answer the handshake of Slack only when Slack signed it', async () => {
    const flowId = await protect({ proof: 'SLACK', secret });
    const asked = JSON.stringify({ type: 'url_verification', token: 't', challenge: 'c-1' });
    expect(await post(flowId, slack(asked), asked)).toEqual([200, 'c-1']);
    expect(await statusOf(flowId, {}, asked)).toBe(401);
    expect((await runsOf(flowId)).filter(({ status }) => status !== 'REFUSED')).toEqual([]);
  });

  it('of GitHub and GitLab, and with SHA-1 in a header of one’s own', async () => {
    const github = await protect({ proof: 'GITHUB', secret });
    expect(await statusOf(github, { 'x-hub-signature-256': `sha256=${hmac('sha256', body)}` })).toBe(200);
    expect(await statusOf(github, { 'x-hub-signature-256': hmac('sha256', body) })).toBe(401);
    expect(await statusOf(github, { 'x-hub-signature': `sha1=${hmac('sha1', body)}` })).toBe(401);
    const gitlab = await protect({ proof: 'GITLAB', secret });
    expect(await statusOf(gitlab, { 'x-gitlab-token': secret })).toBe(200);
    expect(await statusOf(gitlab, { 'x-gitlab-token': `${secret}x` })).toBe(401);
    const sha1 = await protect({ proof: 'HMAC_SHA1', header: 'X-Hub-Signature', secret });
    for (const given of [`sha1=${hmac('sha1', body)}`, hmac('sha1', body)])
      expect(await statusOf(sha1, { 'x-hub-signature': given })).toBe(200);
    expect(await statusOf(sha1, { 'x-hub-signature': hmac('sha256', body) })).toBe(401);
  });
});
