import type { CallOptions, ModelDeps, Timeouts } from './chat-model.ts';
import { cleanText } from './clean-text.ts';
import { ModelError, toModelError } from './model-error.ts';
import { isOpenAIWire, type OpenAIWireConfig, openAIEndpoint } from './openai/endpoint.ts';
import { postForm } from './openai/post-json.ts';
import { type ProviderConfig, type ProviderKind, secretsOf } from './provider-config.ts';
import { asArray, asRecord, asString, parseJson } from './read-json.ts';
import { Deadline } from './wire/deadline.ts';
import { withRetries } from './wire/with-retries.ts';

/** What was said from a second of the recording on. */
export interface SpokenLine {
  start: number;
  text: string;
}

export interface Transcript {
  /** In order. A provider that tells no times gives one line from the start. */
  lines: SpokenLine[];
  /** How long the recording is by the provider's word. */
  seconds: number | undefined;
}

const mebibyte = 1024 * 1024;

/** Bytes that a provider takes in one call; a server of one's own has no limit that we know, but the body is held in memory. */
export const mostRecordingBytes = (kind: ProviderKind): number =>
  kind === 'openai-compatible' || kind === 'ollama' ? 100 * mebibyte : 25 * mebibyte;

/** An hour of speech may take minutes, and the provider says nothing before it is through. */
const patience: Timeouts = { connectMs: 900_000, idleMs: 60_000, totalMs: 1_200_000 };

/**
 * OpenAI's transcription call: a recording as a form, what was said with its times back. A model that knows no times is
 * asked for the text alone. Source: platform.openai.com/docs/api-reference/audio. Throws `ModelError`.
 */
export const transcribeRecording = async (
  config: ProviderConfig,
  deps: ModelDeps,
  { recording, name, signal }: CallOptions & { recording: Blob; name: string },
): Promise<Transcript> => {
  if (!isOpenAIWire(config))
    throw new ModelError('models.not_found', { providerMessage: 'This provider offers no transcription.' });
  const deadline = new Deadline({ ...patience, ...deps.timeouts }, signal);
  const asked = { recording, name, signal: deadline.signal };
  try {
    return await withRetries(
      () => {
        deadline.armConnect();
        return deadline.race(askWithTimes(config, deps, asked));
      },
      { deadline, retries: deps.retries },
    );
  } catch (error) {
    throw deadline.failure ?? toModelError(error);
  } finally {
    deadline.end();
  }
};

interface Asked {
  recording: Blob;
  name: string;
  signal: AbortSignal;
}

const askWithTimes = async (config: OpenAIWireConfig, deps: ModelDeps, asked: Asked): Promise<Transcript> => {
  try {
    return await ask(config, deps, { ...asked, format: 'verbose_json' });
  } catch (error) {
    const isFormat =
      error instanceof ModelError && /response_format|verbose_json/.test(error.providerMessage ?? '');
    if (!isFormat) throw error;
    return ask(config, deps, { ...asked, format: 'json' });
  }
};

const ask = async (
  config: OpenAIWireConfig,
  deps: ModelDeps,
  { recording, name, signal, format }: Asked & { format: 'verbose_json' | 'json' },
): Promise<Transcript> => {
  const { url, headers } = openAIEndpoint(config);
  const form = new FormData();
  form.append('model', deps.modelId);
  form.append('response_format', format);
  form.append('file', recording, name);
  const call = { fetch: deps.fetch, url: url('audio/transcriptions', deps.modelId), headers, signal };
  const response = await postForm({ ...call, secrets: secretsOf(config) }, form);
  return readTranscript(await response.text());
};

const readTranscript = (body: string): Transcript => {
  const reply = asRecord(parseJson(body));
  const text = asString(reply?.text);
  if (!reply || text === undefined)
    throw new ModelError('models.bad_reply', { providerMessage: body.slice(0, 200) });
  const lines = asArray(reply.segments).flatMap((item) => lineOf(asRecord(item)) ?? []);
  const whole = cleanText(text).trim();
  return {
    lines: lines.length > 0 || whole === '' ? lines : [{ start: 0, text: whole }],
    seconds: secondsOf(reply.duration),
  };
};

const lineOf = (segment: Record<string, unknown> | undefined): SpokenLine | undefined => {
  const text = cleanText(asString(segment?.text) ?? '').trim();
  return text === '' ? undefined : { start: secondsOf(segment?.start) ?? 0, text };
};

/** Some servers write numbers as texts. */
const secondsOf = (value: unknown): number | undefined => {
  const seconds = typeof value === 'string' ? Number.parseFloat(value) : value;
  return typeof seconds === 'number' && Number.isFinite(seconds) && seconds >= 0 ? seconds : undefined;
};
