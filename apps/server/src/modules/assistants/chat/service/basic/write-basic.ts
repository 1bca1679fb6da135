import { type ModelRequest, type TextMessage, toProviderPrompt } from '@atelier/models';
import { buildKnowledgePrompt, type Chunk } from '@atelier/models/prompts';
import { askModel } from '../../../../content/models/index.ts';
import type { AnsweredBy, AnswerPart } from '../../../apps/declarations.ts';
import { isTableName } from '../../attached/file-access.ts';
import { tablesOfFile } from '../../attached/search-file.ts';
import { stopwatch } from '../../stopwatch.ts';
import { type BasicWriting, findStaticText } from './basic-writing.ts';
import { type Earlier, readEarlier } from './earlier-conversation.ts';
import { type Found, findChunks, standAlone } from './find-chunks.ts';
import { findFollowUps } from './find-follow-ups.ts';
import { createReplyReader } from './reply-reader.ts';
import { askTables } from './tables/ask-tables.ts';

/**
 * Returns the texts that the extractive model may quote. It reads no prompt, so the owner's background text is added as a chunk, whose
 * citation is not shown.
 */
const quotable = ({ name }: AnsweredBy, background: string | undefined, chunks: Chunk[]): Chunk[] =>
  background === undefined
    ? chunks
    : [{ index: 0, chunkId: 'background', documentName: name, text: background }, ...chunks];

const buildModelRequest = (
  { app, question, resolved, file }: BasicWriting,
  found: Found,
  earlier: Earlier,
): ModelRequest => {
  const chunks = found.chunks.map(({ chunk }) => chunk);
  const { instructions, model } = app.settings;
  const background = findStaticText(app);
  const messages: TextMessage[] = [...earlier.messages, { role: 'user', content: question }];
  if (resolved.extractive) {
    const samples = file ? [] : app.settings.sampleQuestions;
    const extractive = { chunks: quotable(app, background, chunks), samples };
    return { prompt: toProviderPrompt(messages), providerOptions: { extractive } };
  }
  return {
    prompt: toProviderPrompt(
      messages,
      buildKnowledgePrompt({ instructions, background, earlier: earlier.summary, chunks }),
    ),
    temperature: model.temp,
    topP: model.topP,
    maxOutputTokens: model.responseMaxToken,
    presencePenalty: model.presentPenalty,
    frequencyPenalty: model.frequencyPenalty,
  };
};

/** Milliseconds between two pieces of text: short enough that the text seems to flow, and no reader is faster. */
const readEveryMs = 40;

const search = async (writing: BasicWriting, query: string | undefined): Promise<Found> => {
  const elapsed = stopwatch();
  const found = await findChunks(writing.ctx, { ...writing, query });
  const { record } = found;
  writing.remember(record);
  writing.trace({
    kind: 'SEARCH',
    durationMs: elapsed(),
    query: record.query,
    retriever: record.mode,
    found: record.found.length,
    passages: found.chunks.map(({ chunk, hit: { chunkId, text, score, stages, document } }) => ({
      ...{ index: chunk.index, chunkId, text, score, stages, document },
    })),
  });
  return found;
};

/** Says that the older part of the conversation was condensed, where it was. */
function* announceCondensing({ summary }: Earlier): Iterable<AnswerPart> {
  if (summary !== undefined) yield { type: 'condensed' };
}

/** Writes an answer from the app's knowledge bases, or from the file that the question is about. */
export async function* writeBasic(writing: BasicWriting): AsyncIterable<AnswerPart> {
  const { ctx, app, resolved, signal } = writing;
  const { file } = writing;
  const asksTables =
    file === undefined ? app.settings.csvAgent && app.knowledgeBaseIds.length > 0 : isTableName(file.name);
  const query = asksTables ? await standAlone(ctx, writing) : undefined;
  const tables = file && tablesOfFile(ctx, file);
  const computed = query === undefined ? undefined : await askTables(writing, query, tables);
  if (computed) {
    yield* computed;
    return;
  }
  const found = await search(writing, query);
  const earlier = await readEarlier(writing);
  yield* announceCondensing(earlier);
  const request = buildModelRequest(writing, found, earlier);
  const reply = createReplyReader(writing, found);
  try {
    for await (const part of askModel(ctx, resolved, request, { signal, readEveryMs }))
      yield* reply.push(part);
  } catch (error) {
    writing.onFailure(error);
    throw error;
  } finally {
    reply.endCall();
  }
  yield* reply.rest();
  const { form, answer, citations } = reply.written();
  if (form.answerKind !== 'ANSWER') return;
  const followUps = await findFollowUps({ ...writing, found, answer, citations });
  if (followUps.length > 0) yield { ...form, followUps };
}
