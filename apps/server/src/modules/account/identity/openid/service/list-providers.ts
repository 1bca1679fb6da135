import type { Anonymous } from '../../../../../kernel/module/exchange.ts';
import { openidClients } from '../clients.ts';

/** Lists the ways to sign in that the sign-in page offers. */
export const listProviders = (ctx: Anonymous) => ({
  providers: ctx.use(openidClients).list(),
  signUp: ctx.services.config.identity.signUp,
});
