import { errorCatalogue } from '@atelier/contracts';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../../../kernel/base/errors.ts';
import {
  createErrorMapping,
  explainFailure,
  failure as toEnvelope,
} from '../../../../kernel/http/envelope.ts';
import { createLog } from '../../../../kernel/log/log.ts';
import type { AnswerEvent } from '../../chat/index.ts';
import { completionChunks } from './complete-chat.ts';

const streamThatFailsWith = async (failure: Error) => {
  const lines: string[] = [];
  const log = createLog({ level: 'info', destination: { write: (line) => void lines.push(line) } });
  const mapError = createErrorMapping([]);
  const failureOf = (thrown: unknown) =>
    toEnvelope('req_1', explainFailure(thrown, { mapError, log, requestId: 'req_1', isAlone: false }));
  const call = {
    id: 'chatcmpl-1',
    model: 'app:1',
    createdAt: new Date(0),
    origin: 'http://a.example',
    appId: 'app_1',
    failureOf,
  };
  async function* events(): AsyncGenerator<AnswerEvent> {
    yield { type: 'token', text: 'Some' };
    throw failure;
  }
  const pieces: string[] = [];
  for await (const piece of await completionChunks(call, events(), false)) pieces.push(String(piece));
  return { text: pieces.join(''), lines };
};

describe('a stream for OpenAI clients that fails on the way', () => {
  it('hides an unknown failure from the reader and logs it completely', async () => {
    const { text, lines } = await streamThatFailsWith(new Error('connect to 10.0.0.7 as atelier_app'));
    expect(text).toContain('Some');
    expect(text).toContain(errorCatalogue['server.internal'].message);
    expect(text).not.toContain('10.0.0.7');
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('10.0.0.7');
  });

  it('shows a declared failure to the reader', async () => {
    const { text, lines } = await streamThatFailsWith(new AppError('models.upstream_unavailable'));
    expect(text).toContain(errorCatalogue['models.upstream_unavailable'].message);
    expect(lines).toEqual([]);
  });
});
