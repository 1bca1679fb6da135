import { apps } from '@atelier/contracts/assistants/apps';
import OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorkplace, type Workplace } from '../../../../../tests/programs/workplace.ts';

const lease = '# Rent\n\nThe rent is 940 euros.\n\n# Notice\n\nThe notice period is three months.\n';
const question = 'What is the notice period?';
const inBase64 = (text: string) => `data:text/markdown;base64,${Buffer.from(text).toString('base64')}`;

describe('a file that a program sends with its question', () => {
  let place: Workplace;
  let client: OpenAI;
  let model: string;

  beforeAll(async () => {
    place = await openWorkplace();
    client = new OpenAI({ baseURL: `${place.server.origin}/v1`, apiKey: place.apiKey, maxRetries: 0 });
    model = `app:${place.appId}`;
    await place.owner.call(apps.endpoints.update, { body: { appId: place.appId, visitorFiles: true } });
  });
  afterAll(() => place.close());

  const filePart = (name = 'lease.md', text = lease) => ({
    type: 'input_file' as const,
    filename: name,
    file_data: inBase64(text),
  });
  const askWith = (content: OpenAI.Responses.ResponseInputContent[], more: object = {}) =>
    client.responses.create({
      model,
      input: [{ role: 'user', content: [...content, { type: 'input_text', text: question }] }],
      ...more,
    });
  const refusalOf = async (call: Promise<unknown>) => {
    const error: unknown = await call.catch((thrown: unknown) => thrown);
    return error instanceof OpenAI.APIError
      ? { status: error.status, code: error.code, message: error.message }
      : undefined;
  };

  it('answers a response and is cited, also from the next response of the conversation', async () => {
    const response = await askWith([filePart()]);
    expect(response.output_text).toContain('three months');
    const [item] = response.output;
    const part = item?.type === 'message' ? item.content[0] : undefined;
    const [annotation] = part?.type === 'output_text' ? part.annotations : [];
    expect(annotation).toMatchObject({ type: 'url_citation', title: 'lease.md' });
    const url = annotation?.type === 'url_citation' ? annotation.url : '';
    const source = await fetch(url, { headers: { authorization: `Bearer ${place.apiKey}` } });
    expect(await source.text()).toContain('three months');
    const next = await client.responses.create({
      model,
      input: 'How much is the rent?',
      previous_response_id: response.id,
    });
    expect(next.output_text).toContain('940 euros');
  });

  it('answers a chat completion, whose earlier messages may have brought it', async () => {
    const file = { filename: 'lease.md', file_data: inBase64(lease) };
    const first = [
      { type: 'file' as const, file },
      { type: 'text' as const, text: question },
    ];
    const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: 'user', content: first }];
    const { choices } = await client.chat.completions.create({ model, messages });
    expect(choices[0]?.message.content).toContain('three months');
    messages.push({ role: 'assistant', content: 'Three months.' });
    messages.push({ role: 'user', content: 'How much is the rent?' });
    const later = await client.chat.completions.create({ model, messages });
    expect(later.choices[0]?.message.content).toContain('940 euros');
    const without = await client.chat.completions.create({
      model,
      messages: [{ role: 'user', content: 'How many days of paid leave?' }],
    });
    expect(without.choices[0]?.message.content).toContain('25 days');
  });

  it('may be sent before, as a form, and named by its id, by the same account only', async () => {
    const form = new FormData();
    form.append('appId', place.appId);
    form.append('file', new Blob([lease]), 'lease.md');
    const sent = await fetch(`${place.server.origin}/api/content/chat/file`, {
      method: 'POST',
      headers: { authorization: `Bearer ${place.apiKey}` },
      body: form,
    });
    const { responseData } = (await sent.json()) as { responseData: { fileId: string } };
    const named = { type: 'input_file' as const, file_id: responseData.fileId };
    const other = await openWorkplace();
    const stranger = new OpenAI({
      baseURL: `${other.server.origin}/v1`,
      apiKey: other.apiKey,
      maxRetries: 0,
    });
    await other.owner.call(apps.endpoints.update, { body: { appId: other.appId, visitorFiles: true } });
    const stolen = stranger.responses.create({
      model: `app:${other.appId}`,
      input: [{ role: 'user', content: [named, { type: 'input_text', text: question }] }],
    });
    expect(await refusalOf(stolen)).toMatchObject({ status: 404, code: 'chat.file_not_found' });
    await other.close();
    expect((await askWith([named])).output_text).toContain('three months');
  });

  it('is refused with the reason', async () => {
    const refusals = async (content: OpenAI.Responses.ResponseInputContent[], more?: object) =>
      refusalOf(askWith(content, more));
    expect(await refusals([filePart('broken.pdf', '%PDF-1.7 nothing')])).toMatchObject({
      status: 400,
      code: 'chat.file_unreadable',
    });
    expect(await refusals([filePart(), filePart('other.md')])).toMatchObject({
      code: 'openai.not_supported',
      message: expect.stringContaining('more than one file'),
    });
    const linked = { type: 'input_file' as const, file_url: 'https://example.com/a.pdf' };
    expect(await refusals([linked])).toMatchObject({
      code: 'openai.not_supported',
      message: expect.stringContaining('file_data or file_id'),
    });
    expect(await refusals([filePart('long.md', 'word '.repeat(350_000))])).toMatchObject({ status: 413 });
    const off = await place.makeApp();
    expect(await refusals([filePart()], { model: `app:${off}` })).toMatchObject({ code: 'chat.files_off' });
  });
});
