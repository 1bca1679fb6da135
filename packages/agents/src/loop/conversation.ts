import { estimateRequestTokens, type ModelRequest, type TextMessage } from '@atelier/models';
import { beginning } from './beginning.ts';

type Message = ModelRequest['prompt'][number];

/** Messages that belong together, such as a turn of the model with the results of its calls. They are summarised together. */
export interface Round {
  messages: Message[];
  /** The facts about them that a summary keeps, a line each. */
  facts: string[];
}

interface SizedRound extends Round {
  tokens: number;
}

/** The shortening of a conversation. */
export interface Compaction {
  rounds: number;
  tokensBefore: number;
  tokensAfter: number;
}

/** From this share of the context on, older rounds are summarised, until less than the second share is used. */
const fullShare = 0.8;
const compactedShare = 0.5;
/** The share of the context that a summary may take. */
const summaryShare = 0.2;
/** The newest rounds, which are never summarised. */
const recentRounds = 2;
/** Characters of a message that a summary keeps. */
const keptOfMessage = 400;

const textMessage = ({ role, content }: TextMessage): Message => ({
  role,
  content: [{ type: 'text', text: content }],
});

const sized = (round: Round): SizedRound => ({
  ...round,
  tokens: estimateRequestTokens({ prompt: round.messages }),
});

const roundOfHistory = (message: TextMessage): SizedRound =>
  sized({
    messages: [textMessage(message)],
    facts: [
      `${message.role === 'user' ? 'Asked' : 'Answered'}: ${beginning(message.content, keptOfMessage)}`,
    ],
  });

const sumTokens = (rounds: readonly SizedRound[]): number =>
  rounds.reduce((sum, { tokens }) => sum + tokens, 0);

/** The conversation of one run. It grows by rounds, and becomes shorter by summarising the oldest ones. */
export class Conversation {
  readonly #instructions: string;
  readonly #task: Message;
  readonly #contextTokens: number;
  readonly #older: SizedRound[];
  readonly #rounds: SizedRound[] = [];
  #facts: string[] = [];
  #leftOut = 0;

  constructor(instructions: string, messages: readonly TextMessage[], contextTokens: number) {
    this.#instructions = instructions;
    this.#older = messages.slice(0, -1).map(roundOfHistory);
    this.#task = textMessage(messages.at(-1) ?? { role: 'user', content: '' });
    this.#contextTokens = contextTokens;
  }

  add(round: Round): void {
    this.#rounds.push(sized(round));
  }

  prompt(): ModelRequest['prompt'] {
    return [
      { role: 'system', content: this.#instructions },
      ...this.#older.flatMap(({ messages }) => messages),
      ...this.#summary(),
      this.#task,
      ...this.#rounds.flatMap(({ messages }) => messages),
    ];
  }

  /** Returns an estimate of the tokens of a request with this conversation. */
  tokens(request: Omit<ModelRequest, 'prompt'>): number {
    const own: ModelRequest['prompt'] = [
      { role: 'system', content: this.#instructions },
      ...this.#summary(),
      this.#task,
    ];
    return (
      estimateRequestTokens({ ...request, prompt: own }) + sumTokens(this.#older) + sumTokens(this.#rounds)
    );
  }

  /** True when a request with this conversation does not fit into the context at all. */
  isTooLarge(request: Omit<ModelRequest, 'prompt'>): boolean {
    return this.tokens(request) > this.#contextTokens;
  }

  /** Summarises the oldest rounds when the conversation fills most of the context. Returns undefined when it need not, or cannot. */
  compact(request: Omit<ModelRequest, 'prompt'>): Compaction | undefined {
    const tokensBefore = this.tokens(request);
    if (tokensBefore <= this.#contextTokens * fullShare) return undefined;
    let rounds = 0;
    let tokensAfter = tokensBefore;
    while (tokensAfter > this.#contextTokens * compactedShare && this.#foldOldest()) {
      rounds += 1;
      tokensAfter = this.tokens(request);
    }
    return rounds === 0 ? undefined : { rounds, tokensBefore, tokensAfter };
  }

  #foldOldest(): boolean {
    const from = this.#older.length > 0 ? this.#older : this.#rounds;
    if (from === this.#rounds && from.length <= recentRounds) return false;
    this.#facts.push(...(from.shift()?.facts ?? []));
    const most = this.#contextTokens * summaryShare * charactersPerToken;
    while (this.#facts.length > 1 && this.#facts.join('\n').length > most) {
      this.#facts.shift();
      this.#leftOut += 1;
    }
    return true;
  }

  #summary(): Message[] {
    if (this.#facts.length === 0) return [];
    const begin = 'This is a summary of what came before. It was made by the program.';
    const gap = this.#leftOut === 0 ? [] : [`(${this.#leftOut} older entries are left out.)`];
    return [textMessage({ role: 'user', content: [begin, ...gap, ...this.#facts].join('\n') })];
  }
}

/** A low estimate, so that a summary rather takes less than its share. */
const charactersPerToken = 3;
