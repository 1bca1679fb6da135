import { buildGuardPrompt, readVerdict } from '@atelier/models/prompts';
import { PieceError, type PiecePlatform } from '@atelier/pieces';
import type { Ctx } from '../../../../../kernel/context/context.ts';
import { detectJailbreak, maskPersonalData } from '../../../guardrails/index.ts';
import type { Caller } from '../caller.ts';
import { askForStep } from '../platform-models.ts';

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
export const checksOf = (
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
