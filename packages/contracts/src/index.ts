import { apps } from './apps.ts';
import { auth } from './auth.ts';
import { billing } from './billing.ts';
import { chat } from './chat.ts';
import { kernelErrors } from './kernel-errors.ts';
import { knowledge } from './knowledge.ts';
import { models } from './models.ts';
import { openai } from './openai.ts';

export * from './apps.ts';
export * from './auth.ts';
export * from './billing.ts';
export * from './chat.ts';
export * from './constants.ts';
export * from './contract.ts';
export * from './kernel-errors.ts';
export * from './knowledge.ts';
export * from './knowledge-shapes.ts';
export * from './models.ts';
export * from './openai.ts';
export * from './permissions.ts';
export * from './shapes.ts';

/** Every contract of the product, in module order. */
export const contracts = { auth, billing, models, knowledge, apps, chat, openai } as const;

type DeclaredErrors = {
  [K in keyof typeof contracts]: keyof (typeof contracts)[K]['errors'];
}[keyof typeof contracts];
/** Every code that the product may answer with; `fail` takes nothing else. */
export type ErrorCode = keyof typeof kernelErrors | Extract<DeclaredErrors, string>;

/** Every declared error by its code. */
export const errorCatalogue = Object.assign(
  {},
  kernelErrors,
  ...Object.values(contracts).map((contract) => contract.errors),
) as Record<
  ErrorCode,
  (typeof kernelErrors)['server.internal'] | { kind: import('./contract.ts').ErrorKind; message: string }
>;
