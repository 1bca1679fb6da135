import { account } from '@atelier/contracts/account/identity/account';
import { auth, SecondFactorChallenge } from '@atelier/contracts/account/identity/auth';
import { generateSync } from 'otplib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Client } from '../../../../tests/client.ts';
import { eventually, startTestServer, type TestServer } from '../../../../tests/harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const { endpoints } = account;
type Account = Awaited<ReturnType<TestServer['signUp']>>;

/** Returns the code of the next half minute, which a phone with a fast clock shows. Every code can be used once. */
const codeOf = (secret: string, halfMinutesAhead = 0) =>
  generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + 30 * halfMinutesAhead });

const turnOn = async ({ client, password }: Account) => {
  const { secret } = await client.call(endpoints.setUpSecondFactor, { body: { password } });
  const { recoveryCodes } = await client.call(endpoints.confirmSecondFactor, {
    body: { code: codeOf(secret) },
  });
  return { secret, recoveryCodes };
};

/** Allows the present codes to be used again, as if half a minute had passed. */
const forgetSteps = ({ user }: Account) =>
  server.sql('update second_factors set last_step = 0 where user_id = $1', [user.userId]);

const firstStep = async ({ email, password }: Account, client = server.visitor()) => {
  const reply = await client.send(auth.endpoints.signIn, { body: { email, password } });
  return {
    client,
    reply,
    challenge: SecondFactorChallenge.safeParse(reply.body.details).data?.challenge ?? '',
  };
};

describe('two-factor sign-in', () => {
  it('asks for a code after the password, and opens a session with it', async () => {
    const account = await server.signUp();
    const { secret } = await turnOn(account);
    const { client, reply, challenge } = await firstStep(account);
    expect([reply.status, reply.body.code]).toEqual([412, 'auth.second_factor_required']);
    expect(reply.headers.getSetCookie()).toEqual([]);
    const [row] = await server.sql(
      `select email, round(extract(epoch from expires_at - now()) / 60)::int as minutes from verifications
         where user_id = $1 and purpose = 'second-factor'`,
      [account.user.userId],
    );
    expect(row).toEqual({ email: account.email, minutes: 10 });
    await forgetSteps(account);
    const { user } = await client.call(auth.endpoints.secondFactor, {
      body: { challenge, code: codeOf(secret) },
    });
    expect(user.userId).toBe(account.user.userId);
    expect((await client.call(auth.endpoints.session, {})).user?.userId).toBe(account.user.userId);
  });

  it('does not reveal the second step to a wrong password', async () => {
    const account = await server.signUp();
    await turnOn(account);
    const { reply } = await firstStep({ ...account, password: 'Wrong-Horse-7' });
    expect(reply.body.code).toBe('auth.bad_credentials');
  });

  it('refuses a code that was used, also by two requests at the same time', async () => {
    const account = await server.signUp();
    const { secret } = await turnOn(account);
    const replay = await firstStep(account);
    const used = { challenge: replay.challenge, code: codeOf(secret) };
    expect((await replay.client.send(auth.endpoints.secondFactor, { body: used })).body.code).toBe(
      'auth.code_wrong',
    );
    const body = { challenge: replay.challenge, code: codeOf(secret, 1) };
    const replies = await Promise.all([
      server.visitor().send(auth.endpoints.secondFactor, { body }),
      server.visitor().send(auth.endpoints.secondFactor, { body }),
    ]);
    const codes = replies.map(({ body }) => body.code ?? 'ok');
    expect(codes.filter((code) => code === 'ok')).toHaveLength(1);
    // The second request arrives before or after the challenge is deleted.
    const [refusal] = codes.filter((code) => code !== 'ok');
    expect(['auth.code_wrong', 'auth.challenge_expired']).toContain(refusal);
  });

  it('refuses a challenge that was used, has expired or was invented', async () => {
    const account = await server.signUp();
    const { recoveryCodes } = await turnOn(account);
    const send = (challenge: string, code: string) =>
      server.visitor().send(auth.endpoints.secondFactor, { body: { challenge, code } });
    const { challenge } = await firstStep(account);
    expect((await send(challenge, recoveryCodes[0] ?? '')).status).toBe(200);
    expect((await send(challenge, recoveryCodes[1] ?? '')).body.code).toBe('auth.challenge_expired');
    const late = await firstStep(account);
    await server.sql(`update verifications set expires_at = now() - interval '1 second' where user_id = $1`, [
      account.user.userId,
    ]);
    expect((await send(late.challenge, recoveryCodes[1] ?? '')).body.code).toBe('auth.challenge_expired');
    expect((await send(`sfc_${'A'.repeat(43)}`, '123456')).body.code).toBe('auth.challenge_expired');
  });

  it('refuses further codes after five wrong ones, whichever challenge they come with', async () => {
    const account = await server.signUp();
    const { recoveryCodes } = await turnOn(account);
    for (let count = 0; count < 5; count += 1) {
      const { client, challenge } = await firstStep(account);
      const reply = await client.send(auth.endpoints.secondFactor, { body: { challenge, code: '000000' } });
      expect(reply.body.code).toBe('auth.code_wrong');
    }
    const { client, challenge } = await firstStep(account);
    const body = { challenge, code: recoveryCodes[0] ?? '' };
    expect((await client.send(auth.endpoints.secondFactor, { body })).body.code).toBe('request.rate_limited');
    await server.sql(`update sign_in_attempts set began_at = now() - interval '16 minutes'`);
    expect((await client.send(auth.endpoints.secondFactor, { body })).status).toBe(200);
  });

  it('accepts each of ten recovery codes once, in any spelling', async () => {
    const account = await server.signUp();
    const { recoveryCodes } = await turnOn(account);
    expect(new Set(recoveryCodes).size).toBe(10);
    for (const code of recoveryCodes)
      expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{4}(-[0-9a-hjkmnp-tv-z]{4}){3}$/);
    const [first = ''] = recoveryCodes;
    const enter = async (code: string) => {
      const { client, challenge } = await firstStep(account);
      return client.send(auth.endpoints.secondFactor, { body: { challenge, code } });
    };
    expect((await enter(` ${first.toUpperCase().replaceAll('-', ' ')} `)).status).toBe(200);
    expect((await enter(first)).body.code).toBe('auth.code_wrong');
    const state = await account.client.call(endpoints.secondFactor, {});
    expect(state).toMatchObject({ isOn: true, recoveryCodesLeft: 9, hasPassword: true });
    expect(Date.parse(state.since ?? '')).toBeGreaterThan(Date.now() - 60_000);
  });

  it('keeps the secret encrypted and the recovery codes hashed', async () => {
    const account = await server.signUp();
    const { secret, recoveryCodes } = await turnOn(account);
    const [row] = await server.sql<{ all: string }>(
      `select (select secret from second_factors where user_id = $1) ||
         (select string_agg(code_hash, ' ') from recovery_codes where user_id = $1) as all`,
      [account.user.userId],
    );
    expect(row?.all).toMatch(/^v1\./);
    for (const clear of [secret, ...recoveryCodes.flatMap((code) => [code, code.replaceAll('-', '')])])
      expect(row?.all).not.toContain(clear);
  });

  it('takes effect only once a first code was confirmed, and requires the password before', async () => {
    const account = await server.signUp();
    const { client, password } = account;
    const send = (body: { password?: string }) => client.send(endpoints.setUpSecondFactor, { body });
    expect((await send({})).body.code).toBe('passwords.wrong');
    expect((await client.send(endpoints.confirmSecondFactor, { body: { code: '123456' } })).body.code).toBe(
      'account.second_factor_off',
    );
    await send({ password });
    expect(await client.call(endpoints.secondFactor, {})).toEqual({
      isOn: false,
      since: null,
      recoveryCodesLeft: 0,
      hasPassword: true,
    });
    expect((await client.send(endpoints.renewRecoveryCodes, { body: { code: '123456' } })).body.code).toBe(
      'account.second_factor_off',
    );
    expect((await firstStep(account)).reply.status).toBe(200);
    expect((await client.send(endpoints.confirmSecondFactor, { body: { code: '000000' } })).body.code).toBe(
      'auth.code_wrong',
    );
    await turnOn(account);
    expect((await send({ password })).body.code).toBe('account.second_factor_on');
    expect((await client.send(endpoints.confirmSecondFactor, { body: { code: '000000' } })).body.code).toBe(
      'account.second_factor_on',
    );
  });

  it('can be turned off with a code, and its recovery codes be renewed with one', async () => {
    const account = await server.signUp();
    const { recoveryCodes } = await turnOn(account);
    const { client } = account;
    const [first = '', second = ''] = recoveryCodes;
    const renewed = await client.call(endpoints.renewRecoveryCodes, { body: { code: first } });
    expect(renewed.recoveryCodes).toHaveLength(10);
    expect((await client.send(endpoints.turnOffSecondFactor, { body: { code: second } })).body.code).toBe(
      'auth.code_wrong',
    );
    await client.call(endpoints.turnOffSecondFactor, { body: { code: renewed.recoveryCodes[0] ?? '' } });
    expect((await firstStep(account)).reply.status).toBe(200);
    const rows = await server.sql('select 1 from recovery_codes where user_id = $1', [account.user.userId]);
    expect(rows).toEqual([]);
    expect((await client.send(endpoints.turnOffSecondFactor, { body: { code: first } })).body.code).toBe(
      'account.second_factor_off',
    );
  });

  it('is announced to the user by mail when it is turned on, and when it is turned off', async () => {
    const account = await server.signUp();
    const subjects = async () => {
      const { mails } = await server.visitor().call(auth.endpoints.outbox, {});
      return mails.flatMap(({ to, subject }) =>
        to === account.email && subject.startsWith('Two-factor') ? [subject] : [],
      );
    };
    const { recoveryCodes } = await turnOn(account);
    await eventually(async () => (await subjects()).length === 1);
    expect(await subjects()).toEqual(['Two-factor sign-in is on']);
    await account.client.call(endpoints.turnOffSecondFactor, { body: { code: recoveryCodes[0] ?? '' } });
    await eventually(async () => (await subjects()).length === 2);
    expect(await subjects()).toContain('Two-factor sign-in is off');
  });

  it('counts wrong codes of a session too, and anew after a right one anywhere', async () => {
    const account = await server.signUp();
    const { recoveryCodes } = await turnOn(account);
    const [first = '', second = '', third = ''] = recoveryCodes;
    const enterWrong = async (times: number) => {
      for (let count = 0; count < times; count += 1) {
        const body = { code: '000000' };
        const reply = await account.client.send(endpoints.turnOffSecondFactor, { body });
        expect(reply.body.code).toBe('auth.code_wrong');
      }
    };
    await enterWrong(4);
    const { client, challenge } = await firstStep(account);
    await client.call(auth.endpoints.secondFactor, { body: { challenge, code: first } });
    await enterWrong(4);
    const renewed = await account.client.call(endpoints.renewRecoveryCodes, { body: { code: second } });
    await enterWrong(5);
    const body = { code: renewed.recoveryCodes[0] ?? third };
    const refused = await account.client.send(endpoints.turnOffSecondFactor, { body });
    expect(refused.body.code).toBe('request.rate_limited');
  });

  it('lets nobody in by a challenge from before it was turned off', async () => {
    const account = await server.signUp();
    const { recoveryCodes } = await turnOn(account);
    const { client, challenge } = await firstStep(account);
    await account.client.call(endpoints.turnOffSecondFactor, { body: { code: recoveryCodes[0] ?? '' } });
    const body = { challenge, code: '000000' };
    expect((await client.send(auth.endpoints.secondFactor, { body })).body.code).toBe('auth.code_wrong');
  });

  it('does not affect API keys, which cannot change it', async () => {
    const account = await server.signUp();
    const { apiKey } = await account.client.call(auth.endpoints.getApiKey, {});
    await turnOn(account);
    const program = new Client(server.origin, apiKey ?? '');
    expect((await program.call(auth.endpoints.session, {})).user?.userId).toBe(account.user.userId);
    expect((await program.send(endpoints.secondFactor, {})).body.code).toBe('auth.needs_session');
  });
});
