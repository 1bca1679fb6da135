import { bindBrowser, readBrowserSecret } from './browser.ts';
import { listProviders } from './service/list-providers.ts';
import { redeemCallback } from './service/redeem-callback.ts';
import { startSignIn } from './service/start-sign-in.ts';

/** What a module with accounts of its own needs for signing them in at the providers. */
export const providerSignIn = {
  list: listProviders,
  start: startSignIn,
  redeem: redeemCallback,
  bindBrowser,
  readBrowserSecret,
};
