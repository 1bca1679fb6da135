import type { Client } from './client.ts';

/** An answer with its times, in milliseconds since the question was sent. */
export interface Answer {
  status: number;
  text: string;
  conversationId: string;
  citations: { index: number; documentName: string; quote: string }[];
  /** `done`, `error`, `refused` (the stream never began) or `cut` (the connection ended without an event). */
  end: 'done' | 'error' | 'refused' | 'cut';
  /** What the `done` event says of the answer. */
  outcome?: string;
  code?: string;
  firstTokenMs: number;
  totalMs: number;
}

export const makeApp = async (client: Client, name: string, base: string): Promise<string> =>
  (
    await client.post<{ appId: string }>('/api/content/manage-app', {
      name,
      access: 'PUBLIC',
      orchestration: 'BASIC',
      knowledgeBaseIds: [base],
    })
  ).appId;

interface EventData {
  text?: string;
  index?: number;
  documentName?: string;
  quote?: string;
  conversationId?: string;
  status?: string;
  code?: string;
}

const parseEvent = (block: string): [name: string, data: EventData] => {
  const name = /^event: (.*)$/m.exec(block)?.[1] ?? '';
  // A dot would end at a line separator (U+2028), which is a letter like any other in an event.
  const data = /^data: ([^\n]*)/m.exec(block)?.[1] ?? '{}';
  return [name, JSON.parse(data) as EventData];
};

async function* readEvents(body: AsyncIterable<Uint8Array>) {
  const decoder = new TextDecoder();
  let waiting = '';
  for await (const bytes of body) {
    waiting += decoder.decode(bytes, { stream: true });
    const blocks = waiting.split('\n\n');
    waiting = blocks.pop() ?? '';
    for (const block of blocks) yield parseEvent(block);
  }
}

const take = (answer: Answer, name: string, data: EventData, since: number): void => {
  if (data.conversationId) answer.conversationId = data.conversationId;
  if (name === 'token') {
    answer.firstTokenMs ||= performance.now() - since;
    answer.text += data.text ?? '';
  }
  if (name === 'citation')
    answer.citations.push({
      index: data.index ?? 0,
      documentName: data.documentName ?? '',
      quote: data.quote ?? '',
    });
  if (name === 'done') Object.assign(answer, { end: 'done', outcome: data.status });
  if (name === 'error') Object.assign(answer, { end: 'error', code: data.code });
};

export interface Question {
  appId: string;
  query: string;
  conversationId?: string;
  chatUserId?: string;
}

/** Asks an app and reads the stream to its end. `onToken` receives each token as it arrives. */
export const ask = async (client: Client, question: Question, onToken?: () => void): Promise<Answer> => {
  const since = performance.now();
  const answer: Answer = {
    status: 0,
    text: '',
    conversationId: '',
    citations: [],
    end: 'cut',
    firstTokenMs: 0,
    totalMs: 0,
  };
  try {
    const response = await client.fetch('/api/content/query', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ chatUserId: 'a-browser-of-the-fault-tests', ...question, stream: true }),
    });
    answer.status = response.status;
    if (!response.headers.get('content-type')?.startsWith('text/event-stream')) {
      const { code } = (await response.json()) as { code?: string };
      return { ...answer, end: 'refused', ...(code ? { code } : {}) };
    }
    for await (const [name, data] of readEvents(response.body ?? new ReadableStream())) {
      take(answer, name, data, since);
      if (name === 'token') onToken?.();
    }
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
  }
  answer.totalMs = performance.now() - since;
  return answer;
};
