import { auth } from '@atelier/contracts/account/identity/auth';
import { passkeys } from '@atelier/contracts/account/identity/passkeys';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../../tests/client.ts';
import { Authenticator, byName, registerPasskey } from '../../../../../tests/fakes/passkey.ts';
import { eventually, startTestServer, type TestServer } from '../../../../../tests/harness.ts';

describe('passkeys', () => {
  let server: TestServer;
  let owner: Client;
  let email: string;
  beforeAll(async () => {
    server = await startTestServer();
    ({ client: owner, email } = await server.signUp());
  });
  afterAll(() => server.close());

  const visitor = () => byName(server.visitor());
  const challengeFor = async (client: Client) =>
    (await client.call(passkeys.endpoints.signInOptions, {})).challenge;
  const signIn = async (device: Authenticator, change: { challenge?: string; origin?: string } = {}) => {
    const client = visitor();
    const challenge = change.challenge ?? (await challengeFor(client));
    const response = device.sign(challenge, change.origin ?? client.origin);
    return { client, response, reply: await client.send(passkeys.endpoints.signIn, { body: { response } }) };
  };
  const codeOf = async (device: Authenticator, change: { challenge?: string; origin?: string } = {}) =>
    (await signIn(device, change)).reply.body.code;

  it('can be registered, and sign a user in without a password and without an email', async () => {
    const { device } = await registerPasskey(owner, 'Laptop');
    const { client, reply } = await signIn(device);
    expect(reply.body.responseData).toMatchObject({ user: { email } });
    expect((await client.call(auth.endpoints.session, {})).user?.email).toBe(email);
    const { passkeys: own } = await owner.call(passkeys.endpoints.list, {});
    expect(own.map(({ name, lastUsedAt }) => [name, lastUsedAt !== null])).toEqual([['Laptop', true]]);
  });

  it('are announced to the user by mail', async () => {
    const account = await server.signUp();
    await registerPasskey(account.client);
    const mail = await eventually(async () => {
      const { mails } = await server.visitor().call(auth.endpoints.outbox, {});
      return mails.find(
        ({ to, subject }) => to === account.email && subject === 'A passkey was added to your account',
      );
    });
    expect(mail.text).toContain(`${server.origin.replace('127.0.0.1', 'localhost')}/settings/security`);
  });

  it('answer a challenge only once, and only one that this server made', async () => {
    const { device } = await registerPasskey(owner);
    const challenge = await challengeFor(visitor());
    expect((await signIn(device, { challenge })).reply.status).toBe(200);
    expect(await codeOf(device, { challenge })).toBe('passkeys.challenge_expired');
    expect(await codeOf(device, { challenge: 'a-challenge-of-somebody-else' })).toBe(
      'passkeys.challenge_expired',
    );
    await server.sql(`update passkey_challenges set expires_at = now() - interval '1 minute'`);
    const late = await challengeFor(visitor());
    await server.sql(`update passkey_challenges set expires_at = now() - interval '1 minute'`);
    expect(await codeOf(device, { challenge: late })).toBe('passkeys.challenge_expired');
  });

  it('cannot use the challenge of a registration for a sign-in', async () => {
    const { device } = await registerPasskey(owner);
    const { challenge } = await byName(owner).call(passkeys.endpoints.registrationOptions, {});
    expect(await codeOf(device, { challenge })).toBe('passkeys.challenge_expired');
  });

  it('are refused with a signature of another site, of another key, or of a device that was not unlocked', async () => {
    const { device } = await registerPasskey(owner);
    expect(await codeOf(device, { origin: 'https://atelier.example.org' })).toBe('passkeys.not_verified');
    expect(await codeOf(new Authenticator())).toBe('passkeys.not_verified');
    const thief = new Authenticator();
    Object.assign(thief, { credentialId: device.credentialId });
    expect(await codeOf(thief)).toBe('passkeys.not_verified');
    device.isUnlocked = false;
    expect(await codeOf(device)).toBe('passkeys.not_verified');
    device.isUnlocked = true;
    expect((await signIn(device)).reply.status).toBe(200);
  });

  it('are refused with a counter that does not grow, as on a copied device', async () => {
    const { device } = await registerPasskey(owner);
    await signIn(device);
    await signIn(device);
    device.counter = 0;
    expect(await codeOf(device)).toBe('passkeys.not_verified');
  });

  it('are not registered without a challenge, by another user, or for another site', async () => {
    const client = byName(owner);
    const { client: otherClient } = await server.signUp('Grace Hopper');
    const register = async (challenge: string, origin: string) =>
      (
        await client.send(passkeys.endpoints.register, {
          body: { name: 'Key', response: new Authenticator().register(challenge, origin) },
        })
      ).body.code;
    expect(await register('a-challenge-of-nobody', client.origin)).toBe('passkeys.challenge_expired');
    const { challenge: theirs } = await byName(otherClient).call(passkeys.endpoints.registrationOptions, {});
    expect(await register(theirs, client.origin)).toBe('passkeys.challenge_expired');
    const { challenge } = await client.call(passkeys.endpoints.registrationOptions, {});
    expect(await register(challenge, 'https://atelier.example.org')).toBe('passkeys.not_made');
  });

  it('are neither registered nor accepted for another site than the page says, or by a locked device', async () => {
    const { device } = await registerPasskey(owner);
    device.host = 'evil.example.org';
    expect(await codeOf(device)).toBe('passkeys.not_verified');
    const client = byName(owner);
    for (const change of [{ host: 'evil.example.org' }, { isUnlocked: false }]) {
      const made = Object.assign(new Authenticator(), change);
      const { challenge } = await client.call(passkeys.endpoints.registrationOptions, {});
      const response = made.register(challenge, client.origin);
      const { body } = await client.send(passkeys.endpoints.register, { body: { name: 'Key', response } });
      expect(body.code).toBe('passkeys.not_made');
    }
  });

  it('sign in the user whose key they are, whomever the device names', async () => {
    const { device } = await registerPasskey(owner);
    const { user: other } = await server.signUp('Radia Perlman');
    const client = visitor();
    const signed = device.sign(await challengeFor(client), client.origin);
    const userHandle = Buffer.from(other.userId).toString('base64url');
    const response = { ...signed, response: { ...signed.response, userHandle } };
    const { body } = await client.send(passkeys.endpoints.signIn, { body: { response } });
    expect(body.responseData).toMatchObject({ user: { email } });
  });

  it('cannot be taken over by a user who registers their id with a key of their own', async () => {
    const { device } = await registerPasskey(owner);
    const { client: otherClient } = await server.signUp('Frances Allen');
    const thief = Object.assign(new Authenticator(), { credentialId: device.credentialId });
    const client = byName(otherClient);
    const { challenge } = await client.call(passkeys.endpoints.registrationOptions, {});
    const response = thief.register(challenge, client.origin);
    const { body } = await client.send(passkeys.endpoints.register, { body: { name: 'Key', response } });
    expect(body.code).toBe('passkeys.already_registered');
    expect(await codeOf(thief)).toBe('passkeys.not_verified');
    expect((await signIn(device)).reply.body.responseData).toMatchObject({ user: { email } });
  });

  it('answer a challenge that ten requests bring at once for one of them', async () => {
    const { device } = await registerPasskey(owner);
    const client = visitor();
    const challenge = await challengeFor(client);
    const replies = await Promise.all(Array.from({ length: 10 }, () => signIn(device, { challenge })));
    expect(replies.filter(({ reply }) => reply.status === 200)).toHaveLength(1);
  });

  it('sign in once with each state of their counter, also when a copied device brings it at the same time', async () => {
    const { device } = await registerPasskey(owner);
    const attempts = await Promise.all(
      Array.from({ length: 10 }, async () => {
        const client = visitor();
        return { client, challenge: await challengeFor(client) };
      }),
    );
    const replies = await Promise.all(
      attempts.map(({ client, challenge }) => {
        device.counter = 0;
        const response = device.sign(challenge, client.origin);
        return client.send(passkeys.endpoints.signIn, { body: { response } });
      }),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    const refused = replies.filter(({ status }) => status !== 200).map(({ body }) => body.code);
    expect(new Set(refused)).toEqual(new Set(['passkeys.not_verified']));
  });

  it('cannot be registered twice with the same device', async () => {
    const { device } = await registerPasskey(owner);
    const client = byName(owner);
    const options = await client.call(passkeys.endpoints.registrationOptions, {});
    const id = device.credentialId.toString('base64url');
    expect(options.excludeCredentials.map((each) => each.id)).toContain(id);
    const response = device.register(options.challenge, client.origin);
    const { body } = await client.send(passkeys.endpoints.register, { body: { name: 'Again', response } });
    expect(body.code).toBe('passkeys.already_registered');
  });

  it('can be renamed and removed, except as the last way to sign in', async () => {
    const { client, user } = await server.signUp('Edsger Dijkstra');
    const { passkeyId, device } = await registerPasskey(client);
    const params = { id: passkeyId };
    await client.call(passkeys.endpoints.rename, { params, body: { name: 'Phone' } });
    const list = await client.call(passkeys.endpoints.list, {});
    expect(list.passkeys).toMatchObject([{ name: 'Phone', abilities: { remove: true } }]);

    await server.sql('delete from accounts where user_id = $1', [user.userId]);
    const stranger = (await server.signUp('Grace Hopper')).client;
    const foreign = await stranger.send(passkeys.endpoints.rename, { params, body: { name: 'Mine' } });
    expect(foreign.body.code).toBe('passkeys.not_found');

    const only = await client.call(passkeys.endpoints.list, {});
    expect(only.passkeys).toMatchObject([{ name: 'Phone', abilities: { remove: false } }]);
    const refused = await client.send(passkeys.endpoints.remove, { params });
    expect(refused.body.code).toBe('openid.last_way_in');
    expect((await signIn(device)).reply.status).toBe(200);

    await registerPasskey(client, 'Second');
    await client.call(passkeys.endpoints.remove, { params });
    expect(await codeOf(device)).toBe('passkeys.not_verified');
    expect((await client.send(passkeys.endpoints.remove, { params })).body.code).toBe('passkeys.not_found');
  });

  it('need a host name, and say so where the server is reached by its IP address', async () => {
    const { body } = await server.visitor().send(passkeys.endpoints.signInOptions, {});
    expect(body.code).toBe('passkeys.no_host_name');
  });

  it('are limited to twenty for each user', async () => {
    const { client, user } = await server.signUp('Barbara Liskov');
    await server.sql(
      `insert into passkeys (id, user_id, credential_id, public_key, counter, name, is_backed_up)
       select 'psk_' || $1 || n, $1, $1 || n, 'made-up', 0, 'Key', false from generate_series(1, 20) n`,
      [user.userId],
    );
    const { body } = await byName(client).send(passkeys.endpoints.registrationOptions, {});
    expect(body.code).toBe('passkeys.too_many');
  });

  it('are refused with a code of their own when the response is unreadable', async () => {
    const client = byName(owner);
    const clientDataJSON = Buffer.from('no json').toString('base64url');
    const name = { id: 'bWFkZQ', rawId: 'bWFkZQ', type: 'public-key' as const };
    const made = await client.send(passkeys.endpoints.register, {
      body: { name: 'Key', response: { ...name, response: { clientDataJSON, attestationObject: 'bWFkZQ' } } },
    });
    expect(made.body.code).toBe('passkeys.not_made');
    const signed = { clientDataJSON, authenticatorData: 'bWFkZQ', signature: 'bWFkZQ' };
    const entered = await visitor().send(passkeys.endpoints.signIn, {
      body: { response: { ...name, response: signed } },
    });
    expect(entered.body.code).toBe('passkeys.not_verified');
  });
});
