import type { JsonValue } from '@atelier/contracts/fields/field-values';
import type { PiecePlatform } from '@atelier/pieces';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { flowRepository } from '../repository.ts';
import { answersOf } from './asking/platform-answers.ts';
import { checksOf } from './asking/platform-checks.ts';
import type { Caller } from './caller.ts';
import { filesOf } from './files/platform-files.ts';
import { readAnswer } from './large/read-answer.ts';
import { modelsOf } from './platform-models.ts';
import { takerOf } from './tasks/task-taker.ts';
import { valueRepository } from './value-repository.ts';

/** The most flows that a field offers. */
const mostListed = 500;

/** The scope of a stored value as its table has it: the flow, or nothing for all flows. */
const ownerOf = (scope: 'FLOW' | 'TENANT', flowId: string): string => (scope === 'FLOW' ? flowId : '');

/** Lets pieces ask the product, for the tenant of a flow. */
export const platformOf = (ctx: Ctx, caller: Caller): PiecePlatform => ({
  ...modelsOf(ctx, caller),
  ...answersOf(ctx, caller),
  ...checksOf(ctx, caller),
  readJson: (json) => readAnswer(ctx, caller, json),
  files: filesOf(ctx, caller),
  listFlows: () =>
    ctx.tx(async ({ db }) => {
      const found = await flowRepository.newest(db, { isPublished: true }, mostListed);
      return found.map(({ id, name }) => ({ value: id, label: name }));
    }),
  listTakers: (kind) => takerOf(ctx, kind).list(ctx),
  storage: {
    get: (scope, key) => ctx.tx(({ db }) => valueRepository.find(db, ownerOf(scope, caller.flowId), key)),
    put: (scope, key, value: JsonValue) =>
      ctx.tx(({ db }) => valueRepository.put(db, ownerOf(scope, caller.flowId), { key, value })),
    delete: (scope, key) =>
      ctx.tx(({ db }) => valueRepository.remove(db, ownerOf(scope, caller.flowId), key)),
  },
  sendMail: async ({ to, subject, text }) => {
    for (const address of to) await ctx.services.mailer.send({ to: address, subject, text, html: '' });
  },
});
