import type { JsonValue } from '@atelier/contracts/fields/field-values';
import { parseJson } from '@atelier/contracts/kernel/parse-json';
import { type ModelPart, type ModelRequest, toProviderPrompt } from '@atelier/models';
import { buildGuardPrompt, readVerdict } from '@atelier/models/prompts';
import { PieceError, type PiecePlatform } from '@atelier/pieces';
import { AppError } from '../../../../kernel/base/errors.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { completeText, listChatModels, resolveChatModel } from '../../../content/models/index.ts';
import { detectJailbreak, maskPersonalData } from '../../guardrails/index.ts';
import { checkFit } from '../check-fit.ts';
import { taskHandlerFor } from '../extension-points.ts';
import { flowRepository } from '../repository.ts';
import { createAnswerAccess } from './asking/platform-answers.ts';
import type { Caller } from './caller.ts';
import { asStepFailure } from './failures.ts';
import type { FileOwner } from './files/file-owner.ts';
import { createPieceFiles } from './files/platform-files.ts';
import { receiveLarge } from './files/receive-large.ts';
import { mostInHand } from './large/open-large.ts';
import { valueRepository } from './value-repository.ts';

interface StepRequest {
  /** Without it, the tenant's default model. */
  modelId: string | undefined;
  request: ModelRequest;
  signal: AbortSignal;
  onPart?: ((part: ModelPart) => void) | undefined;
}

/** Asks a model for a step, and adds the cost to that of the run. Throws PieceError. */
const askForStep = async (
  ctx: Ctx,
  { flowId, spend, appId }: Caller,
  { modelId, ...order }: StepRequest,
): ReturnType<PiecePlatform['askModel']> => {
  const resolved = await resolveChatModel(ctx, modelId ?? null);
  if (resolved.extractive)
    throw new PieceError(
      'pieces.not_found',
      'The company has no model that writes. Please add a provider under Models first.',
    );
  try {
    const text = await completeText(ctx, resolved, {
      ...order,
      ...{ reference: `flow ${flowId}`, appId },
      onCost: (_tx, cost) => {
        spend(cost);
        return Promise.resolve();
      },
    });
    return { text, model: resolved.modelId };
  } catch (error) {
    throw asStepFailure(error);
  }
};

/** Lets pieces ask models, for the tenant of a flow. */
const createModelAccess = (
  ctx: Ctx,
  caller: Caller,
): Pick<PiecePlatform, 'askModel' | 'checkFit' | 'listModels'> => ({
  checkFit: (schema, value, signal) => checkFit(ctx, { schema, value }, signal),
  listModels: async () =>
    (await listChatModels(ctx)).map(({ modelId, model, provider }) => ({
      value: modelId,
      label: model,
      description: provider,
    })),
  askModel: ({ modelId, system, prompt, maxTokens, signal }) => {
    const { show } = caller;
    return askForStep(ctx, caller, {
      ...{ modelId, signal },
      request: {
        prompt: toProviderPrompt([{ role: 'user', content: prompt }], system),
        ...(maxTokens === undefined ? {} : { maxOutputTokens: maxTokens }),
      },
      onPart: show && ((part) => part.type === 'text-delta' && show({ type: 'text', text: part.delta })),
    });
  },
});

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
