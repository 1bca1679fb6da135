import type { ServerResponse } from 'node:http';
import { type FakeServer, type ReceivedRequest, startFakeServer } from '@atelier/models/tests/fake-http';

/** A turn of the model: what it says, thinks and calls, or an HTTP status with which it refuses. */
export interface ScriptedTurn {
  text?: string;
  thinking?: string;
  /** Calls as `[name, arguments]`; text is sent as it is, everything else as JSON. */
  calls?: [string, unknown][];
  finish?: 'stop' | 'length' | 'tool_calls' | 'content_filter';
  status?: number;
  /** The headers and the message of a refusal. */
  headers?: Record<string, string>;
  message?: string;
  /** Ends the connection after this many pieces. */
  breakAfter?: number;
  /** Sends nothing after this many pieces until the promise is settled. */
  hold?: { after: number; until: Promise<unknown> };
}

/** Decides on the turn by the messages that the model gets. */
export type Script = (request: {
  messages: { role: string; content: unknown; tool_calls?: unknown[] }[];
  tools: { function: { name: string; parameters: unknown } }[];
  tool_choice?: unknown;
  response_format?: unknown;
  /** The turns that this conversation has had: the messages of the assistant. */
  turn: number;
}) => ScriptedTurn | Promise<ScriptedTurn>;

const piecesOf = ({ text = '', thinking, calls = [] }: ScriptedTurn): object[] => [
  ...(thinking === undefined ? [] : [{ reasoning_content: thinking }]),
  ...(text.match(/\S+\s*/g) ?? []).map((content) => ({ content })),
  ...calls.map(([name, given], index) => ({
    tool_calls: [
      {
        index,
        id: `call_${index}_${crypto.randomUUID().slice(0, 8)}`,
        type: 'function',
        function: { name, arguments: typeof given === 'string' ? given : JSON.stringify(given) },
      },
    ],
  })),
];

const answer = async (script: Script, { body }: ReceivedRequest, response: ServerResponse): Promise<void> => {
  const { messages = [], tools = [], tool_choice, response_format } = body as Partial<Parameters<Script>[0]>;
  const turn = await script({
    ...{ messages, tools, tool_choice, response_format },
    turn: messages.filter(({ role }) => role === 'assistant').length,
  });
  if (turn.status !== undefined) {
    response.writeHead(turn.status, { 'content-type': 'application/json', ...turn.headers });
    response.end(JSON.stringify({ error: { message: turn.message ?? 'The model refuses.' } }));
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const send = (data: object) => response.write(`data: ${JSON.stringify({ id: 'c', ...data })}\n\n`);
  for (const [at, delta] of piecesOf(turn).entries()) {
    if (at === turn.breakAfter) {
      response.destroy();
      return;
    }
    if (at === turn.hold?.after) await turn.hold.until;
    send({ choices: [{ index: 0, delta, finish_reason: null }] });
  }
  const finish_reason = turn.finish ?? (turn.calls === undefined ? 'stop' : 'tool_calls');
  send({ choices: [{ index: 0, delta: {}, finish_reason }] });
  send({ choices: [], usage: { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 } });
  response.end('data: [DONE]\n\n');
};

/** Starts a model on loopback that speaks OpenAI's chat completions and follows a script. */
export const startScriptedModel = (script: Script): Promise<FakeServer> =>
  startFakeServer((request, response) => answer(script, request, response));
