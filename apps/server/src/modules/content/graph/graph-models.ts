import { graphModels } from '@atelier/contracts/content/graph/graph-shapes';
import { fail } from '../../../kernel/base/errors.ts';
import type { Ctx } from '../../../kernel/context/context.ts';
import { listChatModels, type ResolvedChatModel, resolveChatModel } from '../models/index.ts';

/** Returns a model's name without the provider that brokers put before it: `openai/gpt-4o` is gpt-4o. */
export const toGraphModel = (model: string): string => model.replace(/^openai\//, '');

const isNamed =
  (name: string) =>
  ({ model }: { model: string }) =>
    toGraphModel(model) === name;

/** Lists the chat models of the tenant's providers, beginning with those that the specification names (GRAPH-05). */
export const listGraphModels = async (ctx: Ctx): Promise<{ modelId: string; name: string }[]> => {
  const all = await listChatModels(ctx);
  const named = graphModels.flatMap((name) => all.filter(isNamed(name)));
  return [...named, ...all.filter((model) => !named.includes(model))].map(({ modelId, model, provider }) => ({
    modelId,
    name: `${toGraphModel(model)} (${provider})`,
  }));
};

/** Throws `graph.model_unsupported` when the tenant does not have the model, or no longer has it. */
export const resolveGraphModel = async (ctx: Ctx, modelId: string): Promise<ResolvedChatModel> => {
  const known = (await listGraphModels(ctx)).some((model) => model.modelId === modelId);
  return known ? resolveChatModel(ctx, modelId) : fail('graph.model_unsupported');
};

/** To be raised with every change of the prompts, so that chunks are read again. */
const promptVersion = 1;

/**
 * Returns the key under which answers are stored: the model's name without its provider, and the version of the prompts.
 * `prv_1/openai/gpt-4o` is gpt-4o.
 */
export const toAnswerModel = (modelId: string): string =>
  `${toGraphModel(modelId.slice(modelId.indexOf('/') + 1))}#${promptVersion}`;
