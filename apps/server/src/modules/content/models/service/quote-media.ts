import { tokensPerPicture } from '@atelier/models';
import { microPerCredit } from '../../../money/billing/index.ts';
import { costOf } from '../price.ts';
import type { ResolvedChatModel } from './resolve-chat-model.ts';
import { costOfRecording, type TranscriptionModel } from './transcribe.ts';

/** The tokens that a model usually writes about a picture. */
const usualDescription = 400;

/** Returns the credits that transcribing a recording will cost, at list price. */
export const quoteRecording = (model: TranscriptionModel, seconds: number): number =>
  costOfRecording(model, seconds) / microPerCredit;

/** Returns the credits that describing this many pictures will cost, at list price. */
export const quotePictures = ({ price }: ResolvedChatModel, pictures: number): number =>
  (pictures * costOf(price, { inputTokens: tokensPerPicture, outputTokens: usualDescription })) /
  microPerCredit;
