import { createHmac } from 'node:crypto';
import type { FieldValues } from '@atelier/contracts/fields/fields';
import { describe, expect, it } from 'vitest';
import { failureOf, planOf } from '../../../tests/run-action.ts';
import { answerHandshake } from './handshake.ts';
import { checkBytes } from './signatures.ts';
import { isGenuine } from './verify-call.ts';

const callOf = (change: object = {}) => ({
  ...{ method: 'POST', headers: {}, queryParams: {}, body: null, rawBody: Buffer.from('the body') },
  ...change,
});
const genuine = (connection: FieldValues | undefined, headers: Record<string, string>) =>
  isGenuine({ input: {}, call: callOf({ headers }), ...(connection && { connection }) });

describe('the proof of a call', () => {
  it('is not asked for without a connection', () => expect(genuine(undefined, {})).toBe(true));

  it('is a secret in a header', () => {
    const connection = { proof: 'HEADER', header: 'X-Secret', secret: 'open sesame' };
    expect(genuine(connection, { 'x-secret': 'open sesame' })).toBe(true);
    for (const given of ['', 'open sesam', 'open sesame '])
      expect(genuine(connection, { 'x-secret': given }), given).toBe(false);
    expect(genuine(connection, {})).toBe(false);
    expect(genuine({ ...connection, secret: '' }, {})).toBe(false);
  });

  it('is a user name with a password', () => {
    const connection = { proof: 'BASIC', login: { username: 'ann', password: 'p:w' } };
    const basic = (pair: string) => ({ authorization: `Basic ${Buffer.from(pair).toString('base64')}` });
    expect(genuine(connection, basic('ann:p:w'))).toBe(true);
    expect(genuine(connection, basic('ann:pw'))).toBe(false);
    expect(genuine(connection, {})).toBe(false);
  });

  it('is a signature of the body, hexadecimal or Base64, with or without a prefix', () => {
    const connection = { proof: 'HMAC_SHA256', header: 'X-Signature', secret: 'k' };
    const signature = createHmac('sha256', 'k').update('the body').digest();
    const [hex, base64] = [signature.toString('hex'), signature.toString('base64')];
    for (const given of [hex, hex.toUpperCase(), `sha256=${hex}`, `v1=${hex}`, base64, `sha256=${base64}`])
      expect(genuine(connection, { 'x-signature': given }), given).toBe(true);
    for (const given of ['', 'v1=', base64.toLowerCase(), hex.slice(1)])
      expect(genuine(connection, { 'x-signature': given }), given).toBe(false);
    const empty = createHmac('sha256', '').update('the body').digest('hex');
    expect(genuine({ ...connection, secret: '' }, { 'x-signature': empty })).toBe(false);
  });

  it('is judged piece by piece for a signature, and at once otherwise', () => {
    const check = (proof: string, given: string) =>
      checkBytes({
        input: {},
        connection: { proof, header: 'X', secret: 'k' },
        call: callOf({ headers: { x: given }, rawBody: Buffer.alloc(0) }),
      });
    const bytes = check('HMAC_SHA256', createHmac('sha256', 'k').update('the body').digest('hex'));
    for (const piece of ['the ', 'body']) bytes?.update(Buffer.from(piece));
    expect(bytes?.isGenuine()).toBe(true);
    expect(check('HEADER', 'k')).toBeUndefined();
  });
});

describe('a handshake', () => {
  const answer = (handshake: string, call: object, input: FieldValues = {}) =>
    answerHandshake({ input: { handshake, ...input }, call: callOf(call) });
  const sent = (body: string) => ({
    status: 200,
    headers: { 'content-type': 'text/plain; charset=utf-8' },
    body,
  });

  it('sends back what Slack, Microsoft and others ask for', () => {
    const body = { type: 'url_verification', challenge: 'c' };
    expect(answer('SLACK', { body })).toEqual(sent('c'));
    expect(answer('SLACK', { body: { ...body, type: 'event' } })).toBeUndefined();
    expect(answer('SLACK', { body: 'text' })).toBeUndefined();
    expect(answer('MICROSOFT', { queryParams: { validationToken: 't' } })).toEqual(sent('t'));
    expect(answer('QUERY', { queryParams: { q: 'v' } }, { handshakeParameter: 'q' })).toEqual(sent('v'));
    expect(answer('NONE', { queryParams: { validationToken: 't' } })).toBeUndefined();
  });

  it('needs the token of Meta, and a GET that subscribes', () => {
    const queryParams = { 'hub.mode': 'subscribe', 'hub.verify_token': 'v', 'hub.challenge': 'c' };
    const meta = (call: object) =>
      answer('META', { method: 'GET', queryParams, ...call }, { verifyToken: 'v' });
    expect(meta({})).toEqual(sent('c'));
    expect(meta({ method: 'POST' })).toBeUndefined();
    expect(meta({ queryParams: { ...queryParams, 'hub.mode': 'other' } })).toBeUndefined();
    expect(meta({ queryParams: { ...queryParams, 'hub.verify_token': 'w' } })?.status).toBe(403);
  });

  it('sends back a text of 2,000 characters at most', () => {
    const token = (value: unknown) => answer('MICROSOFT', { queryParams: { validationToken: value } });
    expect(token('x'.repeat(2000))?.status).toBe(200);
    for (const value of ['x'.repeat(2001), '', undefined, ['a']]) expect(token(value)).toBeUndefined();
  });
});

describe('the answer to a call', () => {
  const respond = (input: FieldValues) => planOf('webhook.return_response', input);

  it('has a whole status from 200 to 599, and headers that are no cookies', async () => {
    expect(respond({ status: '201', headers: { 'X-A': 'b' }, body: { c: 1 } })).toMatchObject({
      ...{ kind: 'respond', status: 201, body: { c: 1 } },
    });
    expect(respond({})).toMatchObject({ status: 200, body: null });
    for (const status of [199, 600, 200.5])
      expect(await failureOf(() => respond({ status })), String(status)).toContain('pieces.invalid_input');
    expect(await failureOf(() => respond({ headers: { 'Set-Cookie': 'a=b' } }))).toContain(
      'pieces.invalid_input',
    );
  });

  it('may be waited for, for hours or without an end', () => {
    expect(planOf('webhook.wait_for_webhook', { timeoutHours: 0.5 })).toEqual({
      kind: 'wait-webhook',
      timeoutMs: 1_800_000,
    });
    expect(planOf('webhook.wait_for_webhook', {})).toEqual({ kind: 'wait-webhook' });
  });
});
