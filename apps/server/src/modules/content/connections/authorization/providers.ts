import { fail } from '../../../../kernel/base/errors.ts';
import type { Config } from '../../../../kernel/config/config.ts';

export type OauthProvider = Config['oauthProviders'][number];

export const providerOf = (config: Config, id: string): OauthProvider =>
  config.oauthProviders.find((it) => it.id === id) ?? fail('authorization.provider_unknown');
