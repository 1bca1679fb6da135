import { randomBytes } from 'node:crypto';
import { auth } from '@atelier/contracts/account/identity/auth';
import { type MemberRole, people } from '@atelier/contracts/account/people/people';
import { Client } from './client.ts';
import { eventually, type TestServer } from './harness.ts';

export const newEmail = (): string => `${randomBytes(6).toString('hex')}@example.com`;

const tokenPattern = /\/invitation\?token=(inv_[\w-]{43})/;

/** Returns the mailed token of the newest invitation of an address, once there are `count` of them. */
export const invitationToken = (server: TestServer, email: string, count = 1): Promise<string> =>
  eventually(async () => {
    const { mails } = await server.visitor().call(auth.endpoints.outbox, {});
    const tokens = mails.flatMap(({ to, text }) =>
      to === email ? (tokenPattern.exec(text)?.[1] ?? []) : [],
    );
    return tokens.length >= count && tokens[0];
  });

/** Invites an address and waits for the mail. */
export const inviteTo = async (
  server: TestServer,
  inviter: Client,
  { email = newEmail(), role = 'USER' }: { email?: string; role?: MemberRole } = {},
) => {
  const { invitationId } = await inviter.call(people.endpoints.invite, { body: { email, role } });
  return { invitationId, email, token: await invitationToken(server, email) };
};

/** Creates a user who signs up by an invitation; they own no tenant. */
export const comeByInvitation = async (
  server: TestServer,
  inviter: Client,
  role: MemberRole = 'USER',
  name = 'Grace Hopper',
) => {
  const { email, token } = await inviteTo(server, inviter, { role });
  const client = new Client(server.origin);
  const { user } = await client.call(people.endpoints.acceptInvitation, {
    params: { id: token },
    body: { name, password: 'Correct-Horse-7' },
  });
  return { client, user, email };
};

/** Returns the user that a client is signed in as, with their tenant. */
export const whoIs = async (client: Client) => (await client.call(auth.endpoints.session, {})).user;
