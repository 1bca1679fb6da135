import { openid } from '@atelier/contracts/account/identity/openid';
import { matrixOf } from '../matrix.ts';

/** An API key may not change how its user signs in. */
const inBrowser = { refusesItself: ['auth.needs_session'] };

export const openidMatrix = matrixOf(openid, {
  providers: { plain: 'it shows what is configured' },
  start: {
    plain: 'whoever signs in is not known yet; nothing is configured here',
    parts: { body: { provider: 'google' } },
  },
  link: { ...inBrowser, plain: 'it is linked to the own account', parts: { body: { provider: 'google' } } },
  callback: {
    plain: 'the state leads to the browser that began',
    parts: { body: { code: 'made-up', state: 'made-up' } },
  },
  accounts: { ...inBrowser, plain: 'they belong to the caller' },
  unlink: {
    ...inBrowser,
    naming: async ({ owner }) => {
      const { accounts } = await owner.call(openid.endpoints.accounts, {});
      return { params: { id: accounts[0]?.accountId } };
    },
  },
});
