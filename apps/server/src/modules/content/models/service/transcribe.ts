import { ProviderKind } from '@atelier/contracts/content/models';
import {
  type Fetch,
  minutePriceOf,
  mostRecordingBytes,
  type Transcript,
  transcribeRecording,
} from '@atelier/models';
import { AppError } from '../../../../kernel/base/errors.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { type CatalogueProvider, defaultModelId, findModel } from '../catalogue.ts';
import { costOfDollars } from '../price.ts';
import { loadCatalogue } from './load-catalogue.ts';
import { observedCall } from './observed-call.ts';
import { type Paid, paidCall, type SpentOn } from './paid-call.ts';
import { fetchFor } from './providers/outbound-to.ts';

/** A model that writes down what is said. */
export interface TranscriptionModel {
  modelId: string;
  provider: CatalogueProvider;
  model: string;
}

/** The tenant's transcription model; undefined where there is none. */
export const findTranscriptionModel = async (ctx: Ctx): Promise<TranscriptionModel | undefined> => {
  const catalogue = await loadCatalogue(ctx);
  const modelId = defaultModelId(catalogue, 'TRANSCRIPTION');
  const found = modelId === undefined ? undefined : findModel(catalogue, 'TRANSCRIPTION', modelId);
  return modelId !== undefined && found ? { modelId, ...found } : undefined;
};

/** Micro-credits of a recording. */
export const costOfRecording = ({ provider, model }: TranscriptionModel, seconds: number): number =>
  costOfDollars((minutePriceOf(ProviderKind.parse(provider.kind), model) * seconds) / 60);

/** Bytes of a minute, where the container does not tell how long it is: of speech as MP3, and of film. */
const bytesPerMinute = { sound: 1_000_000, film: 10_000_000 };
const film = /\.(avi|flv|mkv|mov|mp4|mpe?g|webm|wmv|ogv)$/i;

/** How long a recording is by its size. */
export const secondsOfSize = ({ name, size }: { name: string; size: number }): number =>
  (60 * size) / (film.test(name) ? bytesPerMinute.film : bytesPerMinute.sound);

export interface TranscriptionOrder extends SpentOn {
  recording: Blob;
  name: string;
  /** How long it is, as far as we know. */
  seconds: number;
  signal: AbortSignal;
}

/** An hour of speech takes the provider minutes, in which it says nothing. */
const longestSilenceMs = 900_000;

const patiently = (ctx: Ctx, provider: CatalogueProvider): Fetch => {
  const fetch = fetchFor(ctx, provider);
  return (input, init) => fetch(input, { ...init, timeoutMs: longestSilenceMs, headMs: longestSilenceMs });
};

const mebibyte = 1024 * 1024;

const checkSize = ({ provider }: TranscriptionModel, { size }: Blob): void => {
  const most = mostRecordingBytes(ProviderKind.parse(provider.kind));
  if (size <= most) return;
  const limit = `${Math.floor(most / mebibyte)} MB`;
  const message = `This recording is larger than the ${limit} that ${provider.name} takes in one call. Please save its sound alone as MP3, at 64 kbit/s or less, or cut it into parts.`;
  throw new AppError('models.recording_too_large', { limit: most }, { message });
};

/**
 * Writes down what is said in a recording, to be charged together with what becomes of it. Credits are held by the length
 * that we know, and settled by the provider's word. Throws `models.recording_too_large`, `billing.credits_too_low` and the
 * upstream failures.
 */
export const transcribe = async (
  ctx: Ctx,
  found: TranscriptionModel,
  { recording, name, seconds, signal, ...spentOn }: TranscriptionOrder,
): Promise<Paid<Transcript>> => {
  checkSize(found, recording);
  const { modelId, provider, model } = found;
  const call = { modelId, provider: provider.kind, model, operation: 'transcription' } as const;
  const deps = { fetch: patiently(ctx, provider), modelId: model };
  const most = costOfRecording(found, seconds);
  return paidCall(ctx, { ...spentOn, kind: 'OTHER', modelId, most }, async (use) => {
    const transcript = await observedCall(ctx, call, () =>
      transcribeRecording(provider.config(), deps, { recording, name, signal }),
    );
    use({ cost: costOfRecording(found, transcript.seconds ?? seconds) });
    return transcript;
  });
};
