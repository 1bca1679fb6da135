import type { Exchange } from '../../../../kernel/module/exchange.ts';
import type { AnswerEvent } from '../../chat/index.ts';
import { Annotations } from './annotations.ts';
import { messageItem, type ResponseState, responseObject, textPart, toItemId } from './response-object.ts';

/** The fixed parts of a response, which are known when its request arrives. */
export type ResponseCall = Pick<ResponseState, 'app' | 'model' | 'previousId' | 'metadata'> & {
  origin: string;
  now(): Date;
  failureOf: Exchange['toFailure'];
};

const statusOf = {
  COMPLETED: 'completed',
  STOPPED: 'incomplete',
  FAILED: 'failed',
  STREAMING: 'in_progress',
} as const;

export const responseStatusFor = (status: keyof typeof statusOf) => statusOf[status];

/** Follows an answer, and is at each moment the state of its response. */
export class ResponseProgress {
  state: ResponseState;
  readonly #annotations: Annotations;
  readonly #now: () => Date;

  constructor(call: ResponseCall, start: Extract<AnswerEvent, { type: 'start' }>) {
    const { app, model, previousId, metadata } = call;
    this.#now = call.now;
    this.#annotations = new Annotations({ ...call, appId: app.appId, queryId: start.queryId });
    this.state = {
      ...{ app, model, previousId, metadata },
      queryId: start.queryId,
      conversationId: start.conversationId,
      status: 'in_progress',
      createdAt: call.now(),
      completedAt: null,
      answerKind: 'ANSWER',
      answerOrigin: 'MODEL',
      text: '',
      annotations: this.#annotations.all,
      usage: null,
      error: null,
    };
  }

  /** Adds an event, and returns the annotations that it brought. */
  add(event: AnswerEvent): ReturnType<Annotations['addText']> {
    if (event.type === 'citation') this.#annotations.addCitation(event.citation);
    else if (event.type === 'form') {
      this.state.answerKind = event.answerKind;
      this.state.answerOrigin = event.origin;
    } else if (event.type === 'done') {
      this.state.status = statusOf[event.status];
      this.state.usage = event.usage;
      this.state.completedAt = this.#now();
    } else if (event.type === 'token') {
      this.state.text += event.text;
      return this.#annotations.addText(event.text);
    }
    return [];
  }
}

/** Writes events with their numbers, each with the name that is also its `type`. */
export const createWriter = () => {
  let number = 0;
  return (type: string, body: object): string => {
    const data = JSON.stringify({ type, sequence_number: number, ...body });
    number += 1;
    return `event: ${type}\ndata: ${data}\n\n`;
  };
};

export type Writer = ReturnType<typeof createWriter>;

const place = (queryId: string) => ({ item_id: toItemId(queryId), output_index: 0, content_index: 0 });

const opening = ({ state }: ResponseProgress, write: Writer): string => {
  const response = responseObject(state);
  return [
    write('response.created', { response }),
    write('response.in_progress', { response }),
    write('response.output_item.added', { output_index: 0, item: messageItem(state, []) }),
    write('response.content_part.added', {
      ...place(state.queryId),
      part: textPart({ text: '', annotations: [] }),
    }),
  ].join('');
};

const closing = ({ state }: ResponseProgress, write: Writer): string => {
  const at = place(state.queryId);
  return [
    write('response.output_text.done', { ...at, text: state.text, logprobs: [] }),
    write('response.content_part.done', { ...at, part: textPart(state) }),
    write('response.output_item.done', { output_index: 0, item: messageItem(state) }),
    write(`response.${state.status}`, { response: responseObject(state) }),
  ].join('');
};

const step = (progress: ResponseProgress, event: AnswerEvent, write: Writer): string => {
  const annotations = progress.add(event);
  if (event.type !== 'token') return '';
  const at = place(progress.state.queryId);
  const first = progress.state.annotations.length - annotations.length;
  return [
    write('response.output_text.delta', { ...at, delta: event.text, logprobs: [] }),
    ...annotations.map((annotation, index) =>
      write('response.output_text.annotation.added', { ...at, annotation_index: first + index, annotation }),
    ),
  ].join('');
};

/** Writes the rest of an answer, after its first event, as the stream of Open Responses. */
export async function* responseStream(
  call: ResponseCall,
  progress: ResponseProgress,
  events: AsyncIterator<AnswerEvent>,
): AsyncGenerator<string> {
  const write = createWriter();
  try {
    yield opening(progress, write);
    for (let next = await events.next(); !next.done; next = await events.next()) {
      const text = step(progress, next.value, write);
      if (text !== '') yield text;
    }
    yield closing(progress, write);
  } catch (error) {
    const { message = '', code = 'server.internal' } = call.failureOf(error);
    progress.state.status = 'failed';
    progress.state.error = { code, message };
    yield closing(progress, write);
  } finally {
    await events.return?.();
  }
  yield 'data: [DONE]\n\n';
}
