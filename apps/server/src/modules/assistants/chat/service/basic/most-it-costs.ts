import type { ContextSettings } from '@atelier/contracts/assistants/apps';
import { estimateTokens } from '@atelier/models';
import { followUpTokens, summaryTokens, tableTokens } from '@atelier/models/prompts';
import { costOf, type ResolvedChatModel } from '../../../../content/models/index.ts';
import type { Answering } from '../../../apps/index.ts';
import { isTableName } from '../../attached/file-access.ts';
import { mayCondense } from './earlier-conversation.ts';

/** Returns the most text that goes to the model besides the chunks. */
const mostBeside = ({ previousSession, staticText }: ContextSettings): number =>
  (previousSession.enabled ? previousSession.tokens : 0) +
  (staticText.enabled ? estimateTokens(staticText.text) : 0);

/**
 * Returns the most that an answer can cost, in micro-credits: a full context and the longest reply, with the calls beside it. The built-in
 * model, which makes no such calls, has no price.
 */
export const mostItCosts = (
  { app, file }: Pick<Answering.AnswerOrder, 'app' | 'file'>,
  resolved: ResolvedChatModel,
): number => {
  const { model, chunkingStrategy, followUp, csvAgent } = app.settings;
  const condenses = mayCondense(app, resolved);
  const asksTables = file === undefined ? csvAgent : isTableName(file.name);
  const { contextMaxToken } = model;
  return costOf(resolved.price, {
    inputTokens:
      contextMaxToken +
      mostBeside(chunkingStrategy) +
      (followUp ? contextMaxToken : 0) +
      (condenses ? contextMaxToken + summaryTokens : 0) +
      (asksTables ? tableTokens.input : 0),
    outputTokens:
      model.responseMaxToken +
      (followUp ? followUpTokens : 0) +
      (condenses ? summaryTokens : 0) +
      (asksTables ? tableTokens.output : 0),
  });
};
