import { OpenidProvider, type SignInProvider } from '@atelier/contracts/account/identity/openid';
import { fail } from '../../../../kernel/base/errors.ts';
import { defineService } from '../../../../kernel/services/services.ts';
import { createOpenidClient, type OpenidClient } from './client.ts';

const kinds: Record<OpenidProvider, SignInProvider['kind']> = {
  openid: 'AUTH0',
  google: 'GOOGLE',
  microsoft: 'MICROSOFT',
};

/** The clients of the configured providers, in the order of their buttons. */
export interface OpenidClients {
  list(): SignInProvider[];
  get(provider: OpenidProvider): OpenidClient;
  find(provider: string): OpenidClient | undefined;
}

export const openidClients = defineService<OpenidClients>({
  name: 'identity.openid-clients',
  create: ({ config, outbound, log }) => {
    const { openid, google, microsoft } = config.identity;
    const clients = new Map<string, OpenidClient>();
    const buttons: SignInProvider[] = [];
    for (const [provider, settings] of Object.entries({ google, microsoft, openid })) {
      if (!settings) continue;
      const name = OpenidProvider.parse(provider);
      buttons.push({ provider: name, kind: kinds[name], name: settings.name });
      const own = outbound.permitting(settings.issuer);
      clients.set(name, createOpenidClient({ provider: name, settings, outbound: own, log }));
    }
    return {
      list: () => buttons,
      get: (provider) => clients.get(provider) ?? fail('openid.provider_not_found'),
      find: (provider) => clients.get(provider),
    };
  },
});
