import { bindBrowser, readBrowserSecret } from './browser.ts';
import { listProviders } from './service/list-providers.ts';
import { redeemCallback } from './service/redeem-callback.ts';
import { startSignIn } from './service/start-sign-in.ts';

/** The sign-in at providers, for a module with accounts of its own. */
export const providerSignIn = {
  list: listProviders,
  start: startSignIn,
  redeem: redeemCallback,
  bindBrowser,
  readBrowserSecret,
};
