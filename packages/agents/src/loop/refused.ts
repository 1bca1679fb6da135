import { formatInWords } from '@atelier/models/schemas';
import type { AgentTool, JsonSchema } from '../agent.ts';
import type { TurnReply, TurnRequest } from '../host.ts';
import type { OnStep } from '../outcome.ts';
import { userMessage } from './turn-request.ts';

/** The tools and formats that the provider of the model refused in a run, which goes on without them. */
export class Refused {
  readonly #tools = new Set<string>();
  #isFormat = false;

  /** True for a tool that the provider takes, as far as is known. */
  takes(name: string): boolean {
    return !this.#tools.has(name);
  }

  chooseResponseFormat(schema: JsonSchema | undefined): Pick<TurnRequest, 'responseFormat'> {
    return schema && !this.#isFormat ? { responseFormat: { type: 'json', schema } } : {};
  }

  /** Once the provider has refused the schema of the answer, each turn says its form in words. */
  inWords(schema: JsonSchema | undefined): TurnRequest['prompt'] {
    return schema && this.#isFormat ? [userMessage(formatInWords(schema))] : [];
  }

  /** Keeps what was refused in a turn, and shows it. */
  async note(
    turn: number,
    { leftOut = [], formatRefusal }: TurnReply,
    { tools, onStep }: { tools: readonly AgentTool[]; onStep: OnStep },
  ): Promise<void> {
    if (formatRefusal !== undefined) {
      this.#isFormat = true;
      await onStep({ type: 'FORMAT_REFUSED', turn, reason: formatRefusal });
    }
    for (const { name, reason } of leftOut) {
      this.#tools.add(name);
      const title = tools.find((tool) => tool.name === name)?.title ?? name;
      await onStep({ type: 'LEFT_OUT', turn, tool: name, title, reason });
    }
  }
}
