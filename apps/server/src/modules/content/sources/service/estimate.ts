import { errorCatalogue } from '@atelier/contracts';
import type { ImageHandling, KnowledgeBase } from '@atelier/contracts/content/bases/knowledge-shapes';
import { formatSeconds, isRecording } from '@atelier/contracts/content/documents/document-position';
import type { ImportEstimate, NewEstimate } from '@atelier/contracts/content/sources/source-shapes';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { getKnowledgeBaseRow } from '../../bases/index.ts';
import { quoteSummaries } from '../../documents/index.ts';
import { findModelId, findVisionModel, quote, transcription } from '../../models/index.ts';
import { asDeclared, connectorIo, inSourceTurn, openInput } from './open-input.ts';

/** The estimated size of a document. */
interface Guess {
  pages: number;
  tokens: number;
}

/** The tokens of a printed page. */
const tokensPerPage = 500;
/** The bytes per token of plain text. */
const bytesPerToken = 4;

/** The amount of text in a file: so many bytes a page, a share of its bytes, or about the same whatever its size. */
type Density = { bytesPerPage: number } | { textShare: number } | { tokens: number };

/** Files with markup, packaging or pictures hold less text than bytes; packed sheets hold more. */
const densities: readonly [RegExp, Density][] = [
  [/\.(pdf)$/i, { bytesPerPage: 60_000 }],
  [/\.(docx|doc|odt|rtf|epub)$/i, { bytesPerPage: 20_000 }],
  [/\.(pptx|ppt|odp)$/i, { bytesPerPage: 80_000 }],
  [/\.(xlsx|xls|ods)$/i, { textShare: 1.5 }],
  [/\.(html?|xml)$/i, { textShare: 0.4 }],
  [/\.(png|jpe?g|webp|gif|bmp|svg|tiff?)$/i, { tokens: 300 }],
];

/** Estimates the tokens of a file from its extension and size. */
const estimateTokensIn = ({ name, size }: JudgedFile): number => {
  if (size === 0) return 0;
  const density = densities.find(([ending]) => ending.test(name))?.[1] ?? { textShare: 1 };
  if ('tokens' in density) return density.tokens;
  return 'bytesPerPage' in density
    ? Math.ceil(size / density.bytesPerPage) * tokensPerPage
    : Math.ceil((size * density.textShare) / bytesPerToken);
};

/** The tokens that are spoken in a minute. */
const tokensPerMinute = 200;

interface JudgedFile {
  name: string;
  size: number;
  /** The duration of a recording, if known. */
  seconds?: number | undefined;
}

/** Returns the total duration of recordings, in seconds. */
export const secondsToHear = (files: readonly JudgedFile[]): number =>
  files
    .filter(({ name }) => isRecording(name))
    .reduce((sum, file) => sum + (file.seconds ?? transcription.secondsOfSize(file)), 0);

const picture = /\.(png|jpe?g|webp|gif|bmp|tiff?)$/i;

/**
 * Returns the number of pictures that a model is shown: every page of a PDF, or about one per two pages, and each picture
 * file.
 */
export const picturesToSee = (files: readonly JudgedFile[], imageHandling: ImageHandling): number =>
  files.reduce((sum, file) => {
    if (imageHandling === 'OCR') return sum;
    if (picture.test(file.name)) return sum + 1;
    if (!/\.(pdf|docx|pptx|odt|odp|epub)$/i.test(file.name)) return sum;
    const { pages } = estimateFile(file);
    const isDrawn = imageHandling === 'PAGE' && /\.pdf$/i.test(file.name);
    return sum + (isDrawn ? pages : Math.ceil(pages / 2));
  }, 0);

/** Estimates a document from its name and size. */
export const estimateFile = (file: JudgedFile): Guess => {
  if (isRecording(file.name)) {
    const tokens = Math.ceil((secondsToHear([file]) / 60) * tokensPerMinute);
    return { tokens, pages: Math.ceil(tokens / tokensPerPage) };
  }
  const tokens = estimateTokensIn(file);
  return { tokens, pages: Math.max(1, Math.ceil(tokens / tokensPerPage)) };
};

export const addUp = (guesses: readonly Guess[]): Guess =>
  guesses.reduce((sum, { pages, tokens }) => ({ pages: sum.pages + pages, tokens: sum.tokens + tokens }), {
    pages: 0,
    tokens: 0,
  });

/** The seconds per document, and the tokens that are read, split and stored, or embedded, per second. */
const pace = { secondsPerDocument: 0.15, readTokens: 40_000, embedTokens: 15_000 };
/** The seconds of a recording that a model transcribes per second, and the seconds for describing a picture. */
const modelPace = { heard: 20, perPicture: 6 };

export const secondsOfModels = (heard: number, pictures: number): number =>
  Math.ceil(heard / modelPace.heard + pictures * modelPace.perPicture);

export const computeSeconds = (documents: number, tokens: number, isEmbedded: boolean): number =>
  Math.ceil(
    documents * pace.secondsPerDocument +
      tokens / pace.readTokens +
      (isEmbedded ? tokens / pace.embedTokens : 0),
  );

interface MediaEstimate {
  seconds: number;
  credits: number;
  note: string | null;
}

/**
 * Estimates the cost of models for recordings and pictures. The note states the amount of recordings and pictures, or which model is
 * missing.
 */
const estimateMedia = async (
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

/** The limits of a sample of a source. The first one reached ends it. */
const glance = { items: 12, bytes: 4 * 1024 * 1024, ms: 8000 };

interface Look {
  guesses: Guess[];
  bytes: number;
  /** The number of items, if the source reported it. */
  total: number | undefined;
  isWhole: boolean;
}

type SourceOf = NonNullable<NewEstimate['source']>;

const isEnough = ({ guesses, bytes }: Look, most: number): boolean =>
  guesses.length >= Math.min(glance.items, most) || bytes >= glance.bytes;

/** Reads a sample from the beginning of a source into `seen`. */
const lookAround = async (ctx: Ctx, source: SourceOf, signal: AbortSignal, seen: Look): Promise<void> => {
  const { connector, input } = await openInput(ctx, source);
  for await (const event of connector.read(connectorIo(ctx, signal), input, undefined)) {
    if (event.kind === 'total') seen.total = event.count;
    if (event.kind !== 'item') continue;
    const { name, bytes } = event.item.file;
    seen.guesses.push(estimateFile({ name, size: bytes.byteLength }));
    seen.bytes += bytes.byteLength;
    if (isEnough(seen, source.maxItems)) {
      seen.isWhole = seen.guesses.length >= source.maxItems;
      return;
    }
  }
  seen.isWhole = true;
};

/** A slow source is estimated from the part that arrived in time. */
const lookAt = async (ctx: Ctx, source: SourceOf, caller: AbortSignal): Promise<Look> => {
  const deadline = AbortSignal.timeout(glance.ms);
  const seen: Look = { guesses: [], bytes: 0, total: undefined, isWhole: false };
  try {
    const signal = AbortSignal.any([caller, deadline]);
    const look = () => lookAround(ctx, source, signal, seen);
    await inSourceTurn(ctx, source, { signal, patienceMs: undefined }, look);
  } catch (error) {
    if (!deadline.aborted) throw asDeclared(error);
  }
  return seen;
};

interface Part extends Guess {
  documents: number;
  isExact: boolean;
  note: string | null;
}

/** Extrapolates from the sample to the whole source. */
const extrapolateTotal = ({ guesses, total, isWhole }: Look, { maxItems }: SourceOf): Part => {
  const seen = guesses.length;
  const { pages, tokens } = addUp(guesses);
  const documents = isWhole ? seen : Math.min(Math.max(total ?? 0, seen), maxItems);
  const share = seen === 0 ? 0 : documents / seen;
  const part = { documents, pages: Math.ceil(pages * share), tokens: Math.ceil(tokens * share) };
  if (isWhole) return { ...part, isExact: true, note: null };
  const note =
    total === undefined
      ? `The source does not say how much it holds. These are the first ${seen}; at most ${maxItems.toLocaleString('en')} are read.`
      : `The first ${seen} of ${total.toLocaleString('en')} were looked at.`;
  return { ...part, isExact: false, note };
};

const nothing: Part = { documents: 0, pages: 0, tokens: 0, isExact: true, note: null };

type Target = Pick<KnowledgeBase, 'embeddingModelId' | 'languageModelId' | 'imageHandling' | 'summarize'>;

/** Returns the settings of the knowledge base, or of a new one, that affect the estimate. */
const findTarget = async (ctx: Ctx, request: NewEstimate): Promise<Target> => {
  const { knowledgeBaseId, languageModelId = null, imageHandling, summarize } = request;
  if (knowledgeBaseId) {
    const { base, index } = await ctx.tx((tx) => getKnowledgeBaseRow(tx, knowledgeBaseId));
    return { ...base, embeddingModelId: index.embeddingModelId };
  }
  const embeddingModelId = await findModelId(ctx, 'EMBEDDING', request.embeddingModelId ?? null);
  return { embeddingModelId, languageModelId, imageHandling, summarize };
};

const noteOfSummaries = (credits: number): string | null =>
  credits === 0
    ? null
    : `Summaries take ${Math.max(1, Math.round(credits)).toLocaleString('en')} of the credits.`;

/**
 * Estimates the size and cost of an import. Files are estimated by name and size, sources from a sample of their beginning.
 * Throws `knowledge.not_found`, what `openInput` throws, and the connector's failures.
 */
export const estimateImport = async (
  ctx: Ctx,
  request: NewEstimate,
  caller: AbortSignal,
): Promise<ImportEstimate> => {
  const { files, source } = request;
  const target = await findTarget(ctx, request);
  const { embeddingModelId: modelId, languageModelId, imageHandling, summarize } = target;
  const ofFiles = addUp(files.map(estimateFile));
  const ofSource = source ? extrapolateTotal(await lookAt(ctx, source, caller), source) : nothing;
  const documents = files.length + ofSource.documents;
  const tokens = ofFiles.tokens + ofSource.tokens;
  const media = await estimateMedia(ctx, files, imageHandling);
  const embedding = modelId === null ? 0 : await quote.embedding(ctx, modelId, tokens);
  const summaries = summarize ? await quoteSummaries(ctx, { documents, tokens, languageModelId }) : 0;
  return {
    documents,
    pages: ofFiles.pages + ofSource.pages,
    tokens,
    seconds: computeSeconds(documents, tokens, modelId !== null) + media.seconds,
    credits: embedding + media.credits + summaries,
    isExact: files.length === 0 && ofSource.isExact,
    note:
      [ofSource.note, media.note, noteOfSummaries(summaries)].filter((note) => note !== null).join(' ') ||
      null,
  };
};
