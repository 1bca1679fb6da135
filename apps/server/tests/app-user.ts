import { access } from '@atelier/contracts/account/access';
import { appUsers } from '@atelier/contracts/account/app-users/app-users';
import { auth } from '@atelier/contracts/account/identity/auth';
import { apps } from '@atelier/contracts/assistants/apps';
import type { Client } from './client.ts';
import { eventually } from './eventually.ts';
import type { TestServer } from './harness.ts';

export const appUserPassword = 'Correct-Horse-7';

export const newAddress = (): string => `${crypto.randomUUID()}@example.org`;

export const newApp = async (owner: Client, level: 'PUBLIC' | 'PRIVATE' = 'PRIVATE'): Promise<string> => {
  const body = { name: `App ${crypto.randomUUID()}`, access: level };
  return (await owner.call(apps.endpoints.create, { body })).appId;
};

export const inviteTo = (owner: Client, entityId: string, email: string, endsAt?: string) =>
  owner.send(access.endpoints.give, {
    body: { entityId, email, as: 'APP_USER', ...(endsAt === undefined ? {} : { endsAt }) },
  });

/** Waits for the newest mail to an address that leads to `path`, and returns its token and text. */
export const mailedToken = (
  server: Pick<TestServer, 'visitor'>,
  { to, path, appId }: { to: string; path: string; appId: string },
): Promise<{ token: string; text: string; subject: string }> =>
  eventually(async () => {
    const { mails } = await server.visitor().call(auth.endpoints.outbox, {});
    for (const mail of mails) {
      if (mail.to !== to || !mail.text.includes(`${path}?app=${appId}&token=`)) continue;
      const token = /token=([\w-]+)/.exec(mail.text)?.[1];
      if (token !== undefined) return { token, text: mail.text, subject: mail.subject };
    }
    return undefined;
  });

export interface TestAppUser {
  client: Client;
  email: string;
  userId: string;
}

/** Invites an address to an app and signs it up with the mailed token. */
export const joinApp = async (
  server: TestServer,
  { owner, appId, email = newAddress() }: { owner: Client; appId: string; email?: string },
): Promise<TestAppUser> => {
  await inviteTo(owner, appId, email);
  const { token } = await mailedToken(server, { to: email, path: '/user/sign-up', appId });
  const client = server.visitor();
  const { user } = await client.call(appUsers.endpoints.signUp, {
    body: { appId, token, firstName: 'Mary', lastName: 'Jackson', password: appUserPassword },
  });
  return { client, email, userId: user.userId };
};
