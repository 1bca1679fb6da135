import type { JsonValue } from '@atelier/contracts/fields/field-values';
import { parseJson } from '@atelier/contracts/kernel/parse-json';
import { buildGuardPrompt, readVerdict } from '@atelier/models/prompts';
import { PieceError, type PiecePlatform } from '@atelier/pieces';
import { AppError } from '../../../../kernel/base/errors.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { detectJailbreak, maskPersonalData } from '../../guardrails/index.ts';
import { flowRepository } from '../repository.ts';
import { createAnswerAccess } from './asking/platform-answers.ts';
import type { Caller } from './caller.ts';
import { asStepFailure } from './failures.ts';
import { createPieceFiles, type FileOwner } from './files/platform-files.ts';
import { mostInHand } from './large/open-large.ts';
import { receiveLarge } from './large/receive-large.ts';
import { askForStep, createModelAccess } from './platform-models.ts';
import { taskHandlerFor } from './tasks/task-taker.ts';
import { valueRepository } from './value-repository.ts';

/**
 * Reads JSON that a service answered, as webhooks read theirs: a large value is parsed in a thread and stays in a file of the run. Undefined
 * when the text is not valid. Throws PieceError when it has too many parts, or the plan has no room for the file.
 */
const readAnswer = async (ctx: Ctx, owner: FileOwner, json: string): Promise<JsonValue | undefined> => {
  if (json.length <= mostInHand) return parseJson(json) as JsonValue | undefined;
  const contentType = 'application/json; charset=utf-8';
  try {
    const bytes = Buffer.from(json);
    const order = { bytes: [bytes], contentType, call: {}, keys: [] };
    return (await receiveLarge(ctx, owner, order)).body;
  } catch (error) {
    if (error instanceof AppError && error.code === 'request.unreadable') return undefined;
    if (error instanceof AppError && error.code === 'request.too_complex')
      throw new PieceError(
        'pieces.too_large',
        'The answer has more than 1,000,000 values, or more than 100 levels. Please ask the service for less at once.',
        { cause: error },
      );
    throw asStepFailure(error);
  }
};

type CheckOrder = Parameters<PiecePlatform['checkText']>[0];
type TextVerdict = Awaited<ReturnType<PiecePlatform['checkText']>>;

/** The checks of a model, by the names that guardrails of apps give them. */
const modelChecks = { ATTACKS: 'jailbreak detection model', HARM: 'self check input' } as const;

const passed: TextVerdict = { passed: true, check: null, reason: '' };

const noVerdict = (): never => {
  throw new PieceError(
    'pieces.unexpected_answer',
    'The model gave no verdict about the text. Please choose another model for this step.',
    { retryable: true },
  );
};

/** Asks a model. Whatever it answers besides its two words fails the step, so that nothing passes unchecked. */
const askVerdict = async (
  ctx: Ctx,
  caller: Caller,
  { check, order }: { check: keyof typeof modelChecks; order: CheckOrder },
): Promise<TextVerdict> => {
  const { text: reply, model } = await askForStep(ctx, caller, {
    modelId: order.modelId,
    request: buildGuardPrompt(modelChecks[check], order.text),
    signal: order.signal,
  });
  const verdict = readVerdict(reply) ?? noVerdict();
  return verdict === 'PASS' ? passed : { passed: false, check, reason: `It was blocked by ${model}.` };
};

const checkWords = (text: string): TextVerdict => {
  const reason = detectJailbreak(text);
  return reason === undefined ? passed : { passed: false, check: 'WORDS', reason };
};

/** The checks of texts that pieces may ask for, for the tenant of a flow. */
const createTextChecks = (
  ctx: Ctx,
  caller: Caller,
): Pick<PiecePlatform, 'checkText' | 'maskPersonalData'> => ({
  checkText: async (order) => {
    for (const check of order.checks) {
      const verdict =
        check === 'WORDS' ? checkWords(order.text) : await askVerdict(ctx, caller, { check, order });
      if (!verdict.passed) return verdict;
    }
    return passed;
  },
  maskPersonalData: (text) => Promise.resolve(maskPersonalData(text)),
});

/** The most flows that a field offers. */
const mostListed = 500;

/** The scope of a stored value as its table has it: the flow, or nothing for all flows. */
const toScopeId = (scope: 'FLOW' | 'TENANT', flowId: string): string => (scope === 'FLOW' ? flowId : '');

/** Lets pieces ask the product, for the tenant of a flow. */
export const createPlatform = (ctx: Ctx, caller: Caller): PiecePlatform => ({
  ...createModelAccess(ctx, caller),
  ...createAnswerAccess(ctx, caller),
  ...createTextChecks(ctx, caller),
  readJson: (json) => readAnswer(ctx, caller, json),
  files: createPieceFiles(ctx, caller),
  listFlows: () =>
    ctx.tx(async ({ db }) => {
      const found = await flowRepository.newest(db, { isPublished: true }, mostListed);
      return found.map(({ id, name }) => ({ value: id, label: name }));
    }),
  listTakers: (kind) => taskHandlerFor(ctx, kind).list(ctx),
  storage: {
    get: (scope, key) => ctx.tx(({ db }) => valueRepository.find(db, toScopeId(scope, caller.flowId), key)),
    put: (scope, key, value: JsonValue) =>
      ctx.tx(({ db }) => valueRepository.put(db, toScopeId(scope, caller.flowId), { key, value })),
    delete: (scope, key) =>
      ctx.tx(({ db }) => valueRepository.remove(db, toScopeId(scope, caller.flowId), key)),
  },
  sendMail: async ({ to, subject, text }) => {
    for (const address of to) await ctx.services.mailer.send({ to: address, subject, text, html: '' });
  },
});
