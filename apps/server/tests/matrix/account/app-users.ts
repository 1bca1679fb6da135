import { access } from '@atelier/contracts/account/access';
import { appUsers } from '@atelier/contracts/account/app-users/app-users';
import { matrixOf, type Own } from '../matrix.ts';

const noToken = { token: 'api_somebody-invented-this' };
const ofLink = 'the link of an app leads to the tenant, whoever follows it';

/** Invites somebody to A's app, and returns the id of their access. */
const invited = async ({ owner, appId }: Own): Promise<string> => {
  const email = `${crypto.randomUUID()}@example.com`;
  await owner.call(access.endpoints.give, { body: { entityId: appId, email, as: 'APP_USER' } });
  const { items } = await owner.call(appUsers.endpoints.list, {
    params: { id: appId },
    query: { search: email },
  });
  return items[0]?.accessId ?? '';
};

export const appUsersMatrix = matrixOf(appUsers, {
  signInPage: { plain: ofLink, parts: { params: { id: 'app_missing' } } },
  verifyInvitation: { naming: ({ appId }) => ({ body: { appId, ...noToken } }), refusal: [400] },
  signUp: {
    naming: ({ appId }) => ({
      body: { appId, ...noToken, firstName: 'Eve', password: 'Correct-Horse-7' },
    }),
    refusal: [400],
  },
  signIn: {
    naming: ({ appId }) => ({ body: { appId, email: 'eve@example.com', password: 'Correct-Horse-7' } }),
    refusal: [401],
  },
  startProvider: {
    naming: ({ appId }) => ({ body: { appId, provider: 'google' } }),
  },
  finishProvider: {
    plain: 'the state leads to the browser that began',
    parts: { body: { code: 'made-up', state: 'made-up' } },
  },
  signOut: { plain: 'it ends the session of the caller' },
  userAccess: { naming: ({ appId }) => ({ params: { id: appId } }), refusal: [401] },
  requestAccess: { naming: ({ appId }) => ({ body: { appId } }), refusal: [401] },
  sendVerification: { naming: ({ appId }) => ({ body: { appId } }), refusal: [401] },
  verify: { naming: ({ appId }) => ({ body: { appId, ...noToken } }), refusal: [400] },
  forgotPassword: { plain: 'it answers every address of every company in the same way' },
  resetPassword: {
    naming: ({ appId }) => ({ body: { appId, ...noToken, password: 'Correct-Horse-7' } }),
    refusal: [400],
  },
  list: { naming: ({ appId }) => ({ params: { id: appId } }) },
  showLink: { naming: async (own) => ({ params: { id: await invited(own) } }) },
});
