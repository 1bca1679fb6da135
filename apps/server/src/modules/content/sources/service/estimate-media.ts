import { errorCatalogue } from '@atelier/contracts';
import type { ImageHandling } from '@atelier/contracts/content/bases/knowledge-shapes';
import { formatSeconds } from '@atelier/contracts/content/documents/document-position';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { findVisionModel, quote, transcription } from '../../models/index.ts';
import { type JudgedFile, picturesToSee, secondsOfModels, secondsToHear } from './estimate-sizes.ts';

interface MediaEstimate {
  seconds: number;
  credits: number;
  note: string | null;
}

/**
 * Estimates the cost of models for recordings and pictures. The note states the amount of recordings and pictures, or which model is
 * missing.
 */
export const estimateMedia = async (
  ctx: Ctx,
  files: readonly JudgedFile[],
  imageHandling: ImageHandling,
): Promise<MediaEstimate> => {
  const heard = secondsToHear(files);
  const pictures = picturesToSee(files, imageHandling);
  const hears = heard === 0 ? undefined : await transcription.findModel(ctx);
  const sees = pictures === 0 ? undefined : await findVisionModel(ctx);
  const notes: string[] = [];
  if (heard > 0)
    notes.push(
      hears
        ? `${formatSeconds(heard)} of sound and film to be transcribed.`
        : errorCatalogue['knowledge.transcription_unavailable'].message,
    );
  if (pictures > 0 && !sees) notes.push(errorCatalogue['knowledge.vision_unavailable'].message);
  return {
    seconds: secondsOfModels(heard, pictures),
    credits: (hears ? quote.recording(hears, heard) : 0) + (sees ? quote.pictures(sees, pictures) : 0),
    note: notes.length === 0 ? null : notes.join(' '),
  };
};
