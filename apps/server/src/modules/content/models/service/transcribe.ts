import { ProviderKind } from '@atelier/contracts/content/models';
import type { Fetch } from '@atelier/models';
import {
  minutePriceFor,
  mostRecordingBytes,
  type Transcript,
  transcribeRecording,
} from '@atelier/models/transcription';
import { AppError } from '../../../../kernel/base/errors.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { type CatalogueProvider, defaultModelId, findModel } from '../catalogue.ts';
import { costOfDollars } from '../price.ts';
import { loadCatalogue } from './load-catalogue.ts';
import type { Paid, SpentOn } from './paid-call.ts';
import { callInOnePiece } from './paid-call.ts';
import { fetchFor } from './providers/outbound-to.ts';

/** A model that transcribes speech. */
export interface TranscriptionModel {
  modelId: string;
  provider: CatalogueProvider;
  model: string;
}

/** Returns the tenant's transcription model, or undefined when there is none. */
export const findTranscriptionModel = async (ctx: Ctx): Promise<TranscriptionModel | undefined> => {
  const catalogue = await loadCatalogue(ctx);
  const modelId = defaultModelId(catalogue, 'TRANSCRIPTION');
  const found = modelId === undefined ? undefined : findModel(catalogue, 'TRANSCRIPTION', modelId);
  return modelId !== undefined && found ? { modelId, ...found } : undefined;
};

/** Returns the price of a recording in micro-credits. */
export const costOfRecording = ({ provider, model }: TranscriptionModel, seconds: number): number =>
  costOfDollars((minutePriceFor(ProviderKind.parse(provider.kind), model) * seconds) / 60);

/** Bytes per minute of speech as MP3 and of film, for containers that do not state their duration. */
const bytesPerMinute = { sound: 1_000_000, film: 10_000_000 };
const film = /\.(avi|flv|mkv|mov|mp4|mpe?g|webm|wmv|ogv)$/i;

/** Estimates the duration of a recording from its size. */
export const secondsOfSize = ({ name, size }: { name: string; size: number }): number =>
  (60 * size) / (film.test(name) ? bytesPerMinute.film : bytesPerMinute.sound);

export interface TranscriptionOrder extends SpentOn {
  recording: Blob;
  name: string;
  /** The duration in seconds, if it is known. */
  seconds: number;
  signal: AbortSignal;
}

/** A provider needs minutes for an hour of speech, and sends nothing meanwhile. */
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
 * Transcribes a recording. The caller charges the call in the transaction that stores the transcript. Credits are held for
 * the known or estimated duration, and charged for the duration that the provider reports. Throws
 * `models.recording_too_large`, `billing.credits_too_low` and the upstream failures.
 */
export const transcribe = async (
  ctx: Ctx,
  found: TranscriptionModel,
  { recording, name, seconds, signal, ...spentOn }: TranscriptionOrder,
): Promise<Paid<Transcript>> => {
  checkSize(found, recording);
  const { modelId, provider, model } = found;
  const call = { modelId, provider: provider.kind, model, operation: 'transcription' as const };
  const deps = { fetch: patiently(ctx, provider), modelId: model };
  const most = costOfRecording(found, seconds);
  return callInOnePiece(
    ctx,
    { ...spentOn, ...call, kind: 'OTHER', most },
    {
      send: () => transcribeRecording(provider.config(), deps, { recording, name, signal }),
      usedBy: (transcript) => ({ cost: costOfRecording(found, transcript.seconds ?? seconds) }),
    },
  );
};

/** Functions of transcription models for other modules. */
export const transcription = { findModel: findTranscriptionModel, secondsOfSize, transcribe };
