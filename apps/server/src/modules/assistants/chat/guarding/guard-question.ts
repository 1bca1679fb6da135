import type { TextMessage } from '@atelier/models';
import type { TxCtx } from '../../../../kernel/context/context.ts';
import type { OfferedModels } from '../../../content/models/index.ts';
import type { AnsweredBy, AnswerOrder, AnswerPart, AnswerPlan, Writing } from '../../apps/declarations.ts';
import { planAnswer } from '../../apps/index.ts';
import { maskPersonalData, planChecks, type QuestionChecks } from '../../guardrails/index.ts';
import { planCurated } from '../curated/service/plan-curated.ts';

/** Returns a text as the app may store it and send it to a model: without personal data, where its owner wants that. */
export const masked = ({ settings }: AnsweredBy, text: string): string =>
  settings.guardRail.maskPersonalData ? maskPersonalData(text) : text;

/** Returns messages that a caller brings along as the app may send them to a model. */
export const maskedHistory = (app: AnsweredBy, messages: readonly TextMessage[]): TextMessage[] =>
  messages.map(({ role, content }) => ({ role, content: masked(app, content) }));

async function* write(
  writing: Writing,
  { plan, checks, message }: { plan: AnswerPlan; checks: QuestionChecks; message: string },
): AsyncIterable<AnswerPart> {
  if (await checks.isBlocked(writing)) {
    yield { type: 'form', answerKind: 'BLOCKED', origin: 'PERSON', wordings: [] };
    yield { type: 'text', text: message };
  } else yield* plan.write(writing);
}

/** Returns a plan that checks the question before it is answered. */
const guarded = (plan: AnswerPlan, checks: QuestionChecks, message: string): AnswerPlan => ({
  modelId: plan.modelId,
  hold: { ...plan.hold, further: [...(plan.hold.further ?? []), ...checks.hold] },
  write: (writing) => write(writing, { plan, checks, message }),
  used() {
    const used = plan.used();
    return { ...used, further: [...(used.further ?? []), ...checks.used()] };
  },
});

/** A question to an app, as it is about to be answered. `text` is masked already. */
interface Order extends AnswerOrder {
  /** True where the question is asked of the app itself, whose curated answers then come first. They need no checks. */
  mayBeCurated: boolean;
}

/** Plans the answer to a question: one that a person wrote, else that of the answerer of the app, behind the guardrails of the app. */
export const planGuarded = async (
  tx: TxCtx,
  { mayBeCurated, ...order }: Order,
  offered: OfferedModels,
): Promise<AnswerPlan> => {
  const { app, text: question } = order;
  const curated = mayBeCurated ? await planCurated(tx, { app, text: question }) : undefined;
  if (curated) return curated;
  const { guardRail: rails, modelId } = app.settings;
  const plan = await planAnswer(tx, order, offered);
  const checks = await planChecks(tx, { rails, question, modelId }, offered);
  return checks === undefined ? plan : guarded(plan, checks, rails.blockedMessage);
};
