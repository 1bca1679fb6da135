import type { ServerResponse } from 'node:http';
import { asString } from '../src/read-json.ts';
import { type ReceivedRequest, sendJson } from './fake-http.ts';

/** The speech in every recording, whatever it contains, with the time of each part in seconds. */
export const fakeSpeech = [
  { start: 0, end: 6.5, text: ' Welcome to the weekly meeting.' },
  { start: 6.5, end: 17.2, text: ' First the figures of the last quarter, which are good.' },
  { start: 17.2, end: 24, text: ' Nobody has questions.' },
  { start: 725.4, end: 735.1, text: ' The heron project starts in March with twelve people.' },
] as const;
const duration = 740;

/** Answers OpenAI's transcription call. The name of the model selects the behaviour, as for the chat. */
export const transcribe = (
  { body }: ReceivedRequest,
  response: ServerResponse,
  seen: Map<string, number>,
): void => {
  const model = asString(body.model) ?? '';
  const calls = (seen.get(model) ?? 0) + 1;
  seen.set(model, calls);
  const refuse = (status: number, message: string) => sendJson(response, { error: { message } }, { status });
  if (!(body.file instanceof File)) return refuse(400, "'file' is a required property");
  if (body.file.size > 25 * 1024 * 1024) return refuse(413, 'Maximum content size limit exceeded');
  if (model === 'fake-transcription-hang-once' && calls === 1) return;
  if (model === 'fake-transcription-unreadable') return refuse(400, 'Invalid file format.');
  const isVerbose = body.response_format === 'verbose_json';
  if (model === 'fake-transcription-timeless' && isVerbose)
    return refuse(400, "response_format 'verbose_json' is not compatible with model, use 'json' instead.");
  const spoken = model === 'fake-transcription-silent' ? [] : fakeSpeech;
  const text = spoken
    .map((segment) => segment.text)
    .join('')
    .trim();
  sendJson(
    response,
    isVerbose ? { task: 'transcribe', language: 'english', duration, text, segments: spoken } : { text },
  );
};
