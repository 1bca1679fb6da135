import { type FakeServer, sendJson, startFakeServer } from '@atelier/models/tests/fake-http';
import { readFakeCells } from '@atelier/models/tests/fake-reading';

export interface SchemaModel extends FakeServer {
  /** What it was asked to read, repairs not counted. */
  asked: string[];
  /** From now on so many documents are answered; further ones wait for `goOn`. */
  stopAfter(documents: number): void;
  goOn(): void;
}

interface FakeMessage {
  role: string;
  content: string;
}

const answerTo = (messages: readonly FakeMessage[]): string => {
  const text = messages[1]?.content ?? '';
  const isRepair = messages.length > 2;
  if (text.includes('HOPELESS') || (text.includes('CLUMSY') && !isRepair)) return '{"cells": [{"column"';
  return `Here it is:\n\`\`\`json\n${readFakeCells(text)}\n\`\`\``;
};

/** A provider whose model reads values out of passages. */
export const startSchemaModel = async (): Promise<SchemaModel> => {
  const asked: string[] = [];
  let left = Number.POSITIVE_INFINITY;
  let gate = Promise.withResolvers<void>();
  const server = await startFakeServer(async ({ path, body }, response) => {
    if (!path.endsWith('/chat/completions')) return sendJson(response, { object: 'list', data: [] });
    const messages = (Array.isArray(body['messages']) ? body['messages'] : []) as FakeMessage[];
    if (messages.length === 2) {
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
    stopAfter: (documents) => {
      left = documents;
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
