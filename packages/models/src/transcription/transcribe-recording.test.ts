import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FakeOpenAI, startFakeOpenAI } from '../../tests/fake-openai.ts';
import { transcribeRecording } from './transcribe-recording.ts';
import { minutePriceFor } from './transcription-prices.ts';

let fake: FakeOpenAI;
beforeAll(async () => {
  fake = await startFakeOpenAI();
});
afterAll(() => fake.close());

const ask = (modelId: string, apiKey = 'sk-test') =>
  transcribeRecording(
    { kind: 'openai-compatible', baseUrl: fake.baseUrl, apiKey },
    { fetch, modelId, retries: 0 },
    { recording: new Blob(['sound']), name: 'talk.mp3' },
  );

describe('transcription', () => {
  it('sends the recording as a form and gives what was said with its seconds', async () => {
    const { lines, seconds } = await ask('fake-transcription');
    expect(lines[0]).toEqual({ start: 0, text: 'Welcome to the weekly meeting.' });
    expect(lines.at(-1)).toMatchObject({ start: 725.4 });
    expect(seconds).toBe(740);
    const { path, headers, body } = fake.requests.at(-1) ?? {};
    expect(path).toBe('/v1/audio/transcriptions');
    expect(headers?.authorization).toBe('Bearer sk-test');
    expect(body).toMatchObject({ model: 'fake-transcription', response_format: 'verbose_json' });
    const file = body?.file;
    expect(file instanceof File && [file.name, file.size]).toEqual(['talk.mp3', 5]);
  });

  it('asks a model that knows no times for the text alone', async () => {
    const { lines, seconds } = await ask('fake-transcription-timeless');
    expect(lines).toEqual([{ start: 0, text: expect.stringContaining('The heron project') }]);
    expect(seconds).toBeUndefined();
  });

  it('gives nothing for silence', async () => {
    expect((await ask('fake-transcription-silent')).lines).toEqual([]);
  });

  it.each([
    ['fake-transcription-unreadable', 'sk-test', 'models.refused'],
    ['fake-transcription', 'wrong-key', 'models.unauthorized'],
  ])('says why %s with the key %s fails', async (modelId, apiKey, code) => {
    await expect(ask(modelId, apiKey)).rejects.toMatchObject({ code });
  });

  it('is not offered by providers with a protocol of their own', async () => {
    const asked = transcribeRecording(
      { kind: 'anthropic', apiKey: 'k' },
      { fetch, modelId: 'm' },
      { recording: new Blob(['sound']), name: 'talk.mp3' },
    );
    await expect(asked).rejects.toMatchObject({ code: 'models.not_found' });
  });

  it('knows what a minute costs, also of a model of which nothing is known', () => {
    expect(minutePriceFor('openai', 'gpt-4o-mini-transcribe')).toBe(0.003);
    expect(minutePriceFor('azure', 'whisper-1')).toBe(0.006);
    expect(minutePriceFor('ollama', 'whatever')).toBe(0.006);
  });
});
