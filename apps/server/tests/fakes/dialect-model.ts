import { anthropicMessages } from '@atelier/models/tests/conformance/anthropic-messages';
import { chatCompletions } from '@atelier/models/tests/conformance/chat-completions';
import { googleGenerateContent } from '@atelier/models/tests/conformance/google-generate-content';
import { openAIResponses } from '@atelier/models/tests/conformance/openai-responses';
import type { Block, Dialect, End, Heard } from '@atelier/models/tests/conformance/script';
import { type FakeServer, startFakeServer } from '@atelier/models/tests/fake-http';

/** What the model does in a turn: it says something, calls tools, refuses, or breaks off. */
export interface DialectTurn {
  text?: string;
  /** Calls as `[name, arguments]`; text is sent as it is, everything else as JSON. */
  calls?: [string, unknown][];
  end?: End;
  status?: number;
}

/** Decides on a turn by what the model was sent. */
export type DialectScript = (heard: Heard) => DialectTurn;

const dialects: [RegExp, Dialect][] = [
  [/\/chat\/completions$/, chatCompletions],
  [/\/responses$/, openAIResponses],
  [/\/messages$/, anthropicMessages],
  [/:streamGenerateContent/, googleGenerateContent],
];

const blocksOf = ({ text, calls = [] }: DialectTurn): Block[] => [
  ...(text === undefined ? [] : [{ type: 'text' as const, deltas: [text] }]),
  ...calls.map(([name, given]) => ({
    ...{ type: 'tool' as const, id: `call_${crypto.randomUUID().slice(0, 8)}`, name },
    deltas: [typeof given === 'string' ? given : JSON.stringify(given)],
  })),
];

/** Starts a model on loopback that follows one script in the protocols of OpenAI, Anthropic and Google. */
export const startDialectModel = (script: DialectScript): Promise<FakeServer> =>
  startFakeServer(({ path, body }, response) => {
    const dialect = dialects.find(([pattern]) => pattern.test(path))?.[1];
    if (!dialect) return void response.writeHead(404).end();
    const turn = script(dialect.hear(body));
    if (turn.status !== undefined) {
      response.writeHead(turn.status, { 'content-type': 'application/json' });
      return void response.end(JSON.stringify(dialect.refuse(turn.status, 'Please wait.')));
    }
    const end = turn.end ?? (turn.calls ? 'tool-calls' : 'stop');
    const { pieces, ending } = dialect.write({ blocks: blocksOf(turn), end });
    response.writeHead(200, { 'content-type': dialect.contentType });
    for (const piece of pieces) response.write(piece);
    if (end === 'cut') return void setTimeout(() => response.destroy(), 20);
    for (const piece of ending) response.write(piece);
    response.end();
  });
