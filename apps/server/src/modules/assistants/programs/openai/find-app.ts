import { fail } from '../../../../kernel/base/errors.ts';
import type { AnyCtx } from '../../../../kernel/context/context.ts';
import type { AppForChat } from '../../apps/declarations.ts';
import { findAppForChat } from '../../apps/index.ts';

const prefix = 'app:';

export const toModelName = (appId: string): string => `${prefix}${appId}`;

/** Returns the app that a model names. Throws `openai.model_not_found`. */
export const requireApp = async (ctx: AnyCtx, model: string): Promise<AppForChat> => {
  const appId = model.startsWith(prefix) ? model.slice(prefix.length) : model;
  return (await findAppForChat(ctx, appId)) ?? fail('openai.model_not_found', { param: 'model' });
};
