import { type FakeServer, sendJson, startFakeServer } from '@atelier/models/tests/fake-http';

export interface ReadingModel extends FakeServer {
  /** The texts that the model was asked to read, without repair requests. */
  asked: string[];
  /** Answers this many further requests; later ones wait for `goOn`. */
  stopAfter(readings: number): void;
  goOn(): void;
}

export interface FakeMessage {
  role: string;
  content: string;
}

const messagesOf = (body: Record<string, unknown>): FakeMessage[] =>
  (Array.isArray(body['messages']) ? body['messages'] : []) as FakeMessage[];

/** Starts a provider whose chat model extracts something from texts. The test decides how many it reads. */
export const startReadingModel = async (
  answerTo: (messages: readonly FakeMessage[]) => string,
  isReading = (messages: readonly FakeMessage[]) => messages.length === 2,
): Promise<ReadingModel> => {
  const asked: string[] = [];
  let left = Number.POSITIVE_INFINITY;
  let gate = Promise.withResolvers<void>();
  const server = await startFakeServer(async ({ path, body }, response) => {
    if (!path.endsWith('/chat/completions')) return sendJson(response, { object: 'list', data: [] });
    const messages = messagesOf(body);
    if (isReading(messages)) {
      if (left <= 0) await gate.promise;
      left -= 1;
      asked.push(messages[1]?.content ?? '');
    }
    const message = { role: 'assistant', content: answerTo(messages) };
    sendJson(response, {
      id: 'x',
      object: 'chat.completion',
      created: 1,
      model: 'm',
      choices: [{ index: 0, message, finish_reason: 'stop' }],
      usage: { prompt_tokens: 500, completion_tokens: 100, total_tokens: 600 },
    });
  });
  return {
    ...server,
    asked,
    stopAfter: (readings) => {
      left = readings;
      gate = Promise.withResolvers<void>();
    },
    goOn: () => {
      left = Number.POSITIVE_INFINITY;
      gate.resolve();
    },
    close: () => {
      gate.resolve();
      return server.close();
    },
  };
};
