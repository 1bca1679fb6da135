import { auth } from '@atelier/contracts/account/identity/auth';
import { chat } from '@atelier/contracts/assistants/chat/chat';
import { curatedAnswers } from '@atelier/contracts/assistants/chat/curated-answers';
import OpenAI, { APIError } from 'openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { joinTenant } from '../../../../../tests/member.ts';
import { openWorkplace, type Workplace } from '../../../../../tests/programs/workplace.ts';

const question = 'How many days of paid leave?';

describe('the official OpenAI client', () => {
  let place: Workplace;
  let client: OpenAI;
  let model: string;

  const clientWith = (apiKey: string) =>
    new OpenAI({ baseURL: `${place.server.origin}/v1`, apiKey, maxRetries: 0 });

  beforeAll(async () => {
    place = await openWorkplace();
    client = clientWith(place.apiKey);
    model = `app:${place.appId}`;
  });
  afterAll(() => place.close());

  const failureOf = async (call: Promise<unknown>) => {
    const error: unknown = await call.catch((thrown: unknown) => thrown);
    if (!(error instanceof APIError)) throw new Error('The call did not fail as a call of the client does.');
    const { status, type, code, param, message } = error;
    return { status, type, code, param, message };
  };

  describe('with chat completions', () => {
    const request = () => ({ model, messages: [{ role: 'user' as const, content: question }] });

    it('reads an answer with its citations as annotations', async () => {
      const { choices, usage } = await client.chat.completions.create(request());
      const message = choices[0]?.message;
      const citation = message?.annotations?.[0]?.url_citation;
      expect(message?.content).toContain('25 days');
      expect(message?.content?.slice(citation?.start_index, citation?.end_index)).toBe('[1]');
      expect(citation).toMatchObject({ title: 'handbook.md', quote: expect.stringContaining('25 days') });
      expect(usage?.total_tokens).toBeGreaterThanOrEqual(0);
    });

    it('reads the same answer as a stream, with usage on request', async () => {
      const whole = await client.chat.completions.create(request());
      const stream = client.chat.completions.stream({
        ...request(),
        stream_options: { include_usage: true },
      });
      const streamed = await stream.finalChatCompletion();
      expect(streamed.choices[0]?.message.content).toBe(whole.choices[0]?.message.content);
      expect(streamed.usage).toEqual(whole.usage);
    });

    it('lists the apps as models and reads one', async () => {
      expect((await client.models.list()).data.map(({ id }) => id)).toContain(model);
      expect((await client.models.retrieve(model)).id).toBe(model);
    });
  });

  describe('with responses', () => {
    it('reads an answer with its citations as annotations', async () => {
      const response = await client.responses.create({ model, input: question, metadata: { ticket: '7' } });
      expect(response.output_text).toContain('25 days');
      const [item] = response.output;
      const part = item?.type === 'message' ? item.content[0] : undefined;
      const annotations = part?.type === 'output_text' ? part.annotations : [];
      expect(annotations[0]).toMatchObject({
        type: 'url_citation',
        title: 'handbook.md',
        quote: expect.stringContaining('25 days'),
      });
      expect(response.metadata).toEqual({ ticket: '7' });
      expect(response.status).toBe('completed');
    });

    it('is told that a person wrote an answer, in both forms, as a stream and later', async () => {
      const asked = 'Who may take the cat to work?';
      const appId = await place.makeApp({});
      const by = `app:${appId}`;
      await place.owner.call(curatedAnswers.endpoints.save, {
        body: { appId, question: asked, answer: 'Nobody, for now.' },
      });
      const messages = [{ role: 'user' as const, content: asked }];
      const person = { answer_origin: 'PERSON', answer_kind: 'ANSWER' };
      expect(await client.chat.completions.create({ model: by, messages })).toMatchObject(person);
      const chunks = [];
      for await (const each of await client.chat.completions.create({ model: by, messages, stream: true }))
        chunks.push(each);
      expect(chunks.at(-1)).toMatchObject(person);
      const response = await client.responses.create({ model: by, input: asked });
      expect(response).toMatchObject({ ...person, output_text: 'Nobody, for now.' });
      expect(await client.responses.retrieve(response.id)).toMatchObject(person);
      const quoted = await client.responses.create({ model: by, input: question });
      expect(quoted).toMatchObject({ answer_origin: 'QUOTED' });
    });

    it('reads the text around a citation at its address, with the same key only', async () => {
      const response = await client.responses.create({ model, input: question });
      const [item] = response.output;
      const part = item?.type === 'message' ? item.content[0] : undefined;
      const [annotation] = part?.type === 'output_text' ? part.annotations : [];
      const url = annotation?.type === 'url_citation' ? annotation.url : '';
      const read = async (headers: Record<string, string>) => {
        const reply = await fetch(url, { headers });
        return { status: reply.status, text: await reply.text() };
      };
      expect((await read({ authorization: `Bearer ${place.apiKey}` })).text).toContain(
        '25 days of paid leave',
      );
      expect((await read({})).status).not.toBe(200);
    });

    it('rebuilds from a stream the response that is stored', async () => {
      const stream = client.responses.stream({ model, input: question });
      const types: string[] = [];
      for await (const event of stream) types.push(event.type);
      const streamed = await stream.finalResponse();
      const stored = await client.responses.retrieve(streamed.id);
      expect(streamed.output_text).toContain('25 days');
      expect(stored.output.map(({ id }) => id)).toEqual(streamed.output.map(({ id }) => id));
      expect(stored.output_text).toBe(streamed.output_text);
      expect(types.at(0)).toBe('response.created');
      expect(types).toContain('response.output_text.annotation.added');
      expect(types.at(-1)).toBe('response.completed');
    });

    it('keeps one conversation over several responses, which the chat lists to the same key', async () => {
      const first = await client.responses.create({ model, input: question });
      const second = await client.responses.create({
        model,
        input: 'And remote work?',
        previous_response_id: first.id,
      });
      const third = await client.responses.create({
        model,
        input: 'Who consents?',
        conversation: second.conversation?.id ?? '',
      });
      expect(third.conversation).toEqual(first.conversation);
      expect(third.previous_response_id).toBe(second.id);
      const session = await place.server
        .visitor()
        .fetch(
          `${chat.endpoints.session.path.replace(':conversationId', first.conversation?.id ?? '')}?appId=${place.appId}`,
          { headers: { authorization: `Bearer ${place.apiKey}` } },
        );
      const { responseData } = (await session.json()) as {
        responseData: { messages: { question: string }[] };
      };
      expect(responseData.messages.map((message) => message.question)).toEqual([
        question,
        'And remote work?',
        'Who consents?',
      ]);
    });

    it('gives a branch only what was said before it, with the messages that the program brought', async () => {
      const branching = `app:${await place.makeApp({ model: 'fake-chat' })}`;
      const ask = (input: OpenAI.Responses.ResponseCreateParams['input'], previous?: string) =>
        client.responses.create({
          model: branching,
          ...(input === undefined ? {} : { input }),
          ...(previous === undefined ? {} : { previous_response_id: previous }),
        });
      const root = await ask([
        { role: 'user', content: 'My name is Alice.' },
        { role: 'assistant', content: 'Hello Alice.' },
        { role: 'user', content: question },
      ]);
      await ask('What about the left branch?', root.id);
      const right = await ask('What about the right branch?', root.id);
      await ask('And then?', right.id);
      const sent = JSON.stringify(place.provider.requests.at(-1)?.body);
      expect(sent).toContain('My name is Alice.');
      expect(sent).toContain('the right branch');
      expect(sent).not.toContain('the left branch');
    });
  });

  describe('is told, in the shape of its protocol,', () => {
    it('that a model does not exist, or belongs to another company', async () => {
      const { client: stranger } = await place.server.signUp('Grace Hopper');
      const { apiKey } = await stranger.call(auth.endpoints.getApiKey, {});
      const foreign = clientWith(apiKey ?? '');
      const wanted = { status: 404, code: 'openai.model_not_found', param: 'model' };
      const messages = [{ role: 'user' as const, content: question }];
      for (const [each, name] of [
        [client, 'app:app_missing'],
        [foreign, model],
      ] as const) {
        expect(await failureOf(each.chat.completions.create({ model: name, messages }))).toMatchObject({
          ...wanted,
          type: 'not_found_error',
        });
        expect(await failureOf(each.responses.create({ model: name, input: question }))).toMatchObject({
          ...wanted,
          type: 'not_found',
        });
        expect(await failureOf(each.models.retrieve(name))).toMatchObject(wanted);
      }
    });

    it('that a key is unknown, or was replaced', async () => {
      const { client: member } = await place.server.signUp('Replaced');
      const { apiKey } = await member.call(auth.endpoints.getApiKey, {});
      await member.call(auth.endpoints.regenerateApiKey, { body: {} });
      const wanted = { status: 401, type: 'authentication_error', code: 'auth.unauthenticated' };
      for (const key of ['atl_unknown', apiKey ?? '']) {
        expect(await failureOf(clientWith(key).models.list())).toMatchObject(wanted);
        expect(await failureOf(clientWith(key).responses.create({ model, input: question }))).toMatchObject(
          wanted,
        );
      }
    });

    it('that a private app was not given to the holder of the key', async () => {
      const member = await joinTenant(place.server, { tenantId: place.tenantId, role: 'BUILDER' });
      const { apiKey } = await member.client.call(auth.endpoints.getApiKey, {});
      await place.server.sql(`update memberships set role = 'OPERATOR' where user_id = $1`, [member.userId]);
      const limited = clientWith(apiKey ?? '');
      expect((await limited.models.list()).data).toEqual([]);
      expect(await failureOf(limited.responses.create({ model, input: question }))).toMatchObject({
        status: 404,
        code: 'openai.model_not_found',
      });
    });

    it('that another key did not have the conversation', async () => {
      const first = await client.responses.create({ model, input: question });
      const member = await joinTenant(place.server, { tenantId: place.tenantId, role: 'ADMIN' });
      const { apiKey } = await member.client.call(auth.endpoints.getApiKey, {});
      const other = clientWith(apiKey ?? '');
      const wanted = { status: 404, type: 'not_found', code: 'openai.response_not_found' };
      expect(await failureOf(other.responses.retrieve(first.id))).toMatchObject(wanted);
      expect(
        await failureOf(other.responses.create({ model, input: question, previous_response_id: first.id })),
      ).toMatchObject({ ...wanted, param: 'previous_response_id' });
      const conversation = first.conversation?.id ?? '';
      expect(await failureOf(other.responses.create({ model, input: question, conversation }))).toMatchObject(
        {
          ...wanted,
          param: 'conversation',
        },
      );
    });

    it('that a response cannot be continued with another app', async () => {
      const first = await client.responses.create({ model, input: question });
      const another = `app:${await place.makeApp()}`;
      expect(
        await failureOf(
          client.responses.create({ model: another, input: question, previous_response_id: first.id }),
        ),
      ).toMatchObject({ status: 404, code: 'openai.response_not_found' });
    });

    it.each([
      ['tool_choice', { tool_choice: 'required' }],
      ['text', { text: { format: { type: 'json_object' } } }],
      ['background', { background: true }],
      ['top_logprobs', { top_logprobs: 3 }],
      ['input', { input: [{ role: 'user', content: [{ type: 'input_image', image_url: 'data:,' }] }] }],
      ['input', { input: [{ type: 'function_call_output', call_id: 'c', output: 'o' }] }],
      ['conversation', { previous_response_id: 'resp_1', conversation: 'cnv_1' }],
    ] as const)('that %s asks for what an app cannot do', async (param, extra) => {
      const body = { model, input: question, ...extra } as unknown as OpenAI.Responses.ResponseCreateParams;
      expect(await failureOf(client.responses.create(body))).toMatchObject({
        status: 400,
        type: 'invalid_request',
        code: 'openai.not_supported',
        param,
      });
    });

    it('that it reads no pictures and no sound in a chat completion', async () => {
      for (const part of [
        { type: 'image_url' as const, image_url: { url: 'data:image/png;base64,AAAA' } },
        { type: 'input_audio' as const, input_audio: { data: 'AAAA', format: 'wav' as const } },
      ]) {
        const content = [{ type: 'text' as const, text: question }, part];
        expect(
          await failureOf(client.chat.completions.create({ model, messages: [{ role: 'user', content }] })),
        ).toMatchObject({
          ...{ status: 400, type: 'invalid_request_error', code: 'openai.not_supported', param: 'messages' },
          message: expect.stringContaining(part.type) as string,
        });
      }
    });

    it('that a question is missing or a field is wrong', async () => {
      expect(await failureOf(client.responses.create({ model, input: '  ' }))).toMatchObject({
        status: 400,
        code: 'openai.no_question',
        param: 'input',
      });
      const wrong = { model: 7 } as unknown as OpenAI.Responses.ResponseCreateParams;
      expect(await failureOf(client.responses.create(wrong))).toMatchObject({
        status: 400,
        code: 'request.invalid',
        param: 'model',
      });
    });

    it('that the provider of the model fails, before and within a stream', async () => {
      const broken = `app:${await place.makeApp({ model: 'fake-unauthorized' })}`;
      expect(await failureOf(client.responses.create({ model: broken, input: question }))).toMatchObject({
        status: 502,
        type: 'model_error',
        code: 'models.upstream_unauthorized',
      });
      const breaking = `app:${await place.makeApp({ model: 'fake-error-mid' })}`;
      const stream = await client.responses.create({ model: breaking, input: question, stream: true });
      const events: OpenAI.Responses.ResponseStreamEvent[] = [];
      for await (const event of stream) events.push(event);
      const last = events.at(-1);
      expect(last).toMatchObject({ type: 'response.failed', response: { status: 'failed' } });
      expect(last?.type === 'response.failed' && last.response.error?.code).toMatch(/^models\./);
    });
  });
});
