import { Buffer } from 'node:buffer';
import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { failureOf, planOf, runAction } from '../../tests/run-action.ts';
import { expressionDefaults, findPiece, readInput, type WebhookCall } from '../index.ts';
import { isGenuine } from './webhook/verify-call.ts';

const scheduleOf = (name: string, input: Record<string, string | number | boolean>) => {
  const trigger = findPiece('schedule')?.triggers.find((it) => it.name === name);
  if (trigger?.kind !== 'schedule') throw new Error(`There is no schedule ${name}.`);
  return trigger.schedule(readInput(trigger.fields, input));
};

const callWith = (headers: Record<string, string>, body = ''): WebhookCall => ({
  method: 'POST',
  headers,
  queryParams: {},
  body,
  rawBody: Buffer.from(body),
});
const isProven = (connection: Record<string, string | object>, call: WebhookCall) =>
  isGenuine({
    input: {},
    connection: JSON.parse(JSON.stringify(connection)) as Record<string, string>,
    call,
  });

describe('the schedule', () => {
  it('becomes a cron expression with a time zone', () => {
    const timezone = 'Europe/Berlin';
    expect(scheduleOf('every_x_minutes', { minutes: '5' })).toEqual({ cron: '*/5 * * * *', timeZone: 'UTC' });
    expect(scheduleOf('every_hour', { minute: 30 }).cron).toBe('30 * * * *');
    expect(scheduleOf('every_day', { hour_of_the_day: 7, timezone, weekdaysOnly: true })).toEqual({
      cron: '0 7 * * 1-5',
      timeZone: timezone,
    });
    expect(scheduleOf('every_week', { day_of_the_week: '0' }).cron).toBe('0 9 * * 0');
    expect(scheduleOf('every_month', { day_of_the_month: 31 }).cron).toBe('0 9 31 * *');
    expect(scheduleOf('cron_expression', { cronExpression: ' 0  9 * * 1-5 ' }).cron).toBe('0 9 * * 1-5');
  });

  it('refuses times and time zones that do not exist', async () => {
    expect(await failureOf(() => scheduleOf('every_day', { hour_of_the_day: 24 }))).toContain(
      '“Hour” must be at most 23.',
    );
    expect(await failureOf(() => scheduleOf('every_day', { hour_of_the_day: 1.5 }))).toContain(
      'a whole number',
    );
    expect(await failureOf(() => scheduleOf('cron_expression', { cronExpression: '0 9 * *' }))).toContain(
      'This one has 4.',
    );
    expect(await failureOf(() => scheduleOf('every_hour', { timezone: 'Berlin' }))).toContain(
      'There is no time zone “Berlin”.',
    );
  });
});

describe('the delay', () => {
  it('sleeps for a time or until a date', () => {
    expect(planOf('delay.delay_for', { seconds: '1.5' })).toEqual({ kind: 'sleep', ms: 1500 });
    expect(planOf('delay.delay_for', { seconds: 2, unit: 'DAYS' })).toEqual({
      kind: 'sleep',
      ms: 172_800_000,
    });
    expect(planOf('delay.delay_until_day', { day: '2026-03-31', timezone: 'Europe/Berlin' })).toEqual({
      kind: 'sleep-until',
      at: '2026-03-30T22:00:00.000Z',
    });
    expect(planOf('delay.delay_until', { at: '2026-03-31T09:30:00+02:00' })).toEqual({
      kind: 'sleep-until',
      at: '2026-03-31T07:30:00.000Z',
    });
  });

  it('refuses a delay that is negative or longer than a year', async () => {
    expect(await failureOf(() => planOf('delay.delay_for', { seconds: -1 }))).toContain('must be at least 0');
    expect(await failureOf(() => planOf('delay.delay_for', { seconds: 366, unit: 'DAYS' }))).toContain(
      '365 days',
    );
    expect(await failureOf(() => planOf('delay.delay_until', { at: '2999-01-01T00:00:00Z' }))).toContain(
      '365 days',
    );
    expect(await failureOf(() => planOf('delay.delay_until', { at: 'tomorrow' }))).toContain(
      'must be a date',
    );
  });
});

describe('the webhook', () => {
  it('answers with status, headers and body', () => {
    expect(
      planOf('webhook.return_response', { status: '201', headers: { 'X-Id': 7 }, body: 'done' }),
    ).toEqual({
      kind: 'respond',
      status: 201,
      headers: { 'x-id': '7' },
      body: 'done',
    });
    expect(planOf('webhook.return_response', { status: 204 })).toEqual({
      kind: 'respond',
      status: 204,
      headers: {},
      body: null,
    });
    expect(planOf('webhook.wait_for_webhook', { timeoutHours: 1 })).toEqual({
      kind: 'wait-webhook',
      timeoutMs: 3_600_000,
    });
  });

  it('refuses headers that would begin another one, or that the server sets itself', async () => {
    const answer = (headers: Record<string, string>, status: number | string = 200) =>
      failureOf(() => planOf('webhook.return_response', { status, headers }));
    expect(await answer({ 'x-a': 'b\r\nset-cookie: c=d' })).toContain('contains characters');
    expect(await answer({ 'x a': 'b' })).toContain('is no name of a header');
    expect(await answer({ 'Set-Cookie': 'a=b' })).toContain('cannot be set by a flow');
    expect(await answer({}, 99)).toContain('“Status” must be at least 200.');
    expect(await answer({}, 200.5)).toContain('a whole number');
  });

  it('lets calls in only when they prove themselves, if a connection says how', () => {
    const secret = 'correct horse';
    const header = { proof: 'HEADER', header: 'X-Secret', secret };
    expect(isGenuine({ input: {}, call: callWith({}) })).toBe(true);
    expect(isProven(header, callWith({ 'x-secret': secret }))).toBe(true);
    expect(isProven(header, callWith({ 'x-secret': `${secret}r` }))).toBe(false);
    expect(isProven(header, callWith({}))).toBe(false);
    expect(isProven({ ...header, secret: '' }, callWith({ 'x-secret': '' }))).toBe(false);
    const basic = { proof: 'BASIC', login: { username: 'ann', password: 'p:w' } };
    const given = (pair: string) =>
      callWith({ authorization: `Basic ${Buffer.from(pair).toString('base64')}` });
    expect(isProven(basic, given('ann:p:w'))).toBe(true);
    expect(isProven(basic, given('ann:p'))).toBe(false);
    const signed = { ...header, proof: 'HMAC_SHA256' };
    const signature = createHmac('sha256', secret).update('{"a":1}');
    const hex = signature.digest('hex');
    expect(isProven(signed, callWith({ 'x-secret': `sha256=${hex}` }, '{"a":1}'))).toBe(true);
    expect(isProven(signed, callWith({ 'x-secret': hex }, '{"a":2}'))).toBe(false);
    const base64 = Buffer.from(hex, 'hex').toString('base64');
    expect(isProven(signed, callWith({ 'x-secret': base64 }, '{"a":1}'))).toBe(true);
  });
});

describe('input and output of a flow', () => {
  it('pass values of any type', async () => {
    expect(await runAction('input.trigger_input', { text: 'hello' })).toBe('hello');
    expect(await runAction('input.trigger_input', { text: { a: [1] } })).toEqual({ a: [1] });
    expect(planOf('utilities.agent_output', { output: { a: 1 }, apiKey: 'k', workerId: 5 })).toEqual({
      kind: 'output',
      value: { a: 1 },
    });
    expect(await failureOf(() => planOf('utilities.agent_output', {}))).toContain('Please fill in “Output”.');
    expect(planOf('utilities.stop_flow', { failed: true, message: 'No stock' })).toEqual({
      kind: 'stop',
      failed: true,
      message: 'No stock',
    });
  });

  it('call other flows and ask people', async () => {
    expect(planOf('sub-flow.call_flow', { flowId: 'flw_1', input: 5 })).toEqual({
      kind: 'run-flow',
      flowId: 'flw_1',
      input: 5,
      wait: true,
    });
    expect(
      planOf('approval.wait_for_approval', {
        title: ' Pay? ',
        to: ['ann@example.com', 'ann@example.com', ''],
      }),
    ).toEqual({
      kind: 'approval',
      title: 'Pay?',
      message: '',
      to: ['ann@example.com'],
    });
    expect(
      await failureOf(() => planOf('approval.wait_for_approval', { title: 'Pay?', to: 'ann' })),
    ).toContain('must be a list');
    expect(
      await failureOf(() => planOf('approval.wait_for_approval', { title: 'Pay?', to: ['ann'] })),
    ).toContain('“ann” is no mail address.');
  });
});

describe('the input of an action', () => {
  it('is converted where nothing is lost, and refused where something would be', async () => {
    expect(await runAction('text.change_text', { text: 5 })).toBe('5');
    expect(await runAction('text.change_text', { text: { a: 1 } })).toBe('{"a":1}');
    expect(await runAction('data-mapper.rename_fields', { value: { a: 1 }, names: '{"a":"b"}' })).toEqual({
      b: 1,
    });
    expect(await failureOf(() => runAction('text.change_text', { txt: 'a' }))).toContain('no field “txt”');
    expect(await failureOf(() => runAction('math.round_number', { number: '1,5' }))).toContain(
      'must be a number',
    );
    expect(
      await failureOf(() => runAction('data-mapper.rename_fields', { value: {}, names: 'a' })),
    ).toContain('must be an object');
  });

  it('leave a field empty whose value was computed as nothing, also where its default is an expression', () => {
    const fields = [
      { name: 'text', label: 'Text', type: 'JSON', isAnyJson: true, default: '{{trigger.body}}' },
    ] as const;
    expect(readInput(fields, { text: null })).toEqual({ text: null });
    expect(expressionDefaults(fields)).toEqual({ text: '{{trigger.body}}' });
  });
});
