import type { Config } from '../../../kernel/config.ts';
import { fail } from '../../../kernel/errors.ts';

export type OauthProvider = Config['oauthProviders'][number];

export const providerOf = (config: Config, id: string): OauthProvider =>
  config.oauthProviders.find((it) => it.id === id) ?? fail('authorization.provider_unknown');
