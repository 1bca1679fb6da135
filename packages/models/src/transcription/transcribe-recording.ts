import type { CallOptions, ModelDeps, Timeouts } from '../chat-model.ts';
import { cleanText } from '../clean-text.ts';
import { ModelError, toModelError } from '../model-error.ts';
import { isOpenAIWire, type OpenAIWireConfig, openAIEndpoint } from '../openai/endpoint.ts';
import { postForm } from '../openai/post-json.ts';
import { listSecrets, type ProviderConfig, type ProviderKind } from '../provider-config.ts';
import { asArray, asRecord, asString } from '../read-json.ts';
import { parseList } from '../wire/check-answer.ts';
import { Deadline } from '../wire/deadline.ts';
import { withRetries } from '../wire/with-retries.ts';

/** One transcribed line and the second at which it begins. */
export interface SpokenLine {
  start: number;
  text: string;
}

export interface Transcript {
  /** The lines in order. A provider without timestamps yields one line that begins at 0. */
  lines: SpokenLine[];
  /** The duration in seconds that the provider reports. */
  seconds: number | undefined;
}

const mebibyte = 1024 * 1024;

/** Largest recording in bytes that a provider accepts in one call. For self-hosted servers the limit is our own, because the body is held in memory. */
export const mostRecordingBytes = (kind: ProviderKind): number =>
  kind === 'openai-compatible' || kind === 'ollama' ? 100 * mebibyte : 25 * mebibyte;

/** Long timeouts: an hour of speech takes minutes, and the provider sends nothing before it is finished. */
const patience: Timeouts = { connectMs: 900_000, idleMs: 60_000, totalMs: 1_200_000 };

/**
 * Transcribes a recording with OpenAI's API. A model without timestamps is asked for the text alone. Throws `ModelError`. Source:
 * platform.openai.com/docs/api-reference/audio.
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
  const response = await postForm({ ...call, secrets: listSecrets(config) }, form);
  return readTranscript(await response.text());
};

const readTranscript = (body: string): Transcript => {
  const reply = asRecord(parseList(body));
  const text = asString(reply?.text);
  if (!reply || text === undefined)
    throw new ModelError('models.bad_reply', { providerMessage: body.slice(0, 200) });
  const lines = asArray(reply.segments).flatMap((item) => readSpokenLine(asRecord(item)) ?? []);
  const whole = cleanText(text).trim();
  return {
    lines: lines.length > 0 || whole === '' ? lines : [{ start: 0, text: whole }],
    seconds: readSeconds(reply.duration),
  };
};

const readSpokenLine = (segment: Record<string, unknown> | undefined): SpokenLine | undefined => {
  const text = cleanText(asString(segment?.text) ?? '').trim();
  return text === '' ? undefined : { start: readSeconds(segment?.start) ?? 0, text };
};

/** Parses seconds, which some servers send as strings. */
const readSeconds = (value: unknown): number | undefined => {
  const seconds = typeof value === 'string' ? Number.parseFloat(value) : value;
  return typeof seconds === 'number' && Number.isFinite(seconds) && seconds >= 0 ? seconds : undefined;
};
