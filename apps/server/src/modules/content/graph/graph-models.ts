import { graphModels } from '@atelier/contracts/content/graph/graph-shapes';
import { fail } from '../../../kernel/base/errors.ts';
import type { Ctx } from '../../../kernel/context/context.ts';
import {
  type ChatModelChoice,
  listChatModels,
  type ResolvedChatModel,
  resolveChatModel,
} from '../models/index.ts';

/** `openai/gpt-4o`, as brokers of several providers name it, is gpt-4o. */
export const graphModelOf = (model: string): string => model.replace(/^openai\//, '');

const isNamed =
  (name: string) =>
  ({ model }: ChatModelChoice) =>
    graphModelOf(model) === name;

/** The chat models of the tenant's providers: those that the specification names first, then the others (GRAPH-05). */
export const listGraphModels = async (ctx: Ctx): Promise<{ modelId: string; name: string }[]> => {
  const all = await listChatModels(ctx);
  const named = graphModels.flatMap((name) => all.filter(isNamed(name)));
  return [...named, ...all.filter((model) => !named.includes(model))].map(({ modelId, model, provider }) => ({
    modelId,
    name: `${graphModelOf(model)} (${provider})`,
  }));
};

/** Throws `graph.model_unsupported` where the tenant has no such model, or not any more. */
export const resolveGraphModel = async (ctx: Ctx, modelId: string): Promise<ResolvedChatModel> => {
  const known = (await listGraphModels(ctx)).some((model) => model.modelId === modelId);
  return known ? resolveChatModel(ctx, modelId) : fail('graph.model_unsupported');
};

/** Goes up with every change of what models are asked, so that chunks are read anew. */
const promptVersion = 1;

/** What answers are kept under: the model, whoever provides it, and how it was asked. `prv_1/openai/gpt-4o` is gpt-4o. */
export const answerModelOf = (modelId: string): string =>
  `${graphModelOf(modelId.slice(modelId.indexOf('/') + 1))}#${promptVersion}`;
