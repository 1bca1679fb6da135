import { tokensPerPicture } from '@atelier/models';
import { toCredits } from '../../../../kernel/base/credits.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { findModel } from '../catalogue.ts';
import { computeCost, priceFor } from '../price.ts';
import { loadCatalogue } from './load-catalogue.ts';
import type { ResolvedChatModel } from './resolve-chat-model.ts';
import { costOfRecording, type TranscriptionModel } from './transcribe.ts';

/** The tokens that a model usually writes about a picture. */
const usualDescription = 400;

/** Returns the credits that transcribing a recording will cost, at list price. */
const quoteRecording = (model: TranscriptionModel, seconds: number): number =>
  toCredits(costOfRecording(model, seconds));

/** Returns the credits that describing this many pictures will cost, at list price. */
const quotePictures = ({ price }: ResolvedChatModel, pictures: number): number =>
  toCredits(pictures * computeCost(price, { inputTokens: tokensPerPicture, outputTokens: usualDescription }));

/** Returns the credits that embedding this many tokens will cost, at list price; 0 for a model that no longer exists. */
const quoteEmbedding = async (ctx: Ctx, modelId: string, tokens: number): Promise<number> => {
  const found = findModel(await loadCatalogue(ctx), 'EMBEDDING', modelId);
  if (!found) return 0;
  const usage = { inputTokens: tokens, outputTokens: 0 };
  return toCredits(computeCost(priceFor(found.provider.kind, found.model), usage));
};

/** Estimates the cost of work with models, in credits at list price. */
export const quote = { embedding: quoteEmbedding, pictures: quotePictures, recording: quoteRecording };
