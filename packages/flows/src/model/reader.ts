import type { FlowProblem } from '@atelier/contracts/assistants/flows/flow-model';
import { isObject, whyNotPlain } from '@atelier/contracts/fields/field-values';

export type JsonObject = Record<string, unknown>;

const mostProblems = 100;
const longestName = 200;

/** Returns a text as it is, shortened, and the type of anything else: the text of an object is whatever its sender wants. */
export const shownText = (value: unknown): string =>
  typeof value === 'string' ? value.slice(0, 64) : typeof value;

/** Reads values of one step and collects what is wrong with them. */
export class Reader {
  readonly problems: FlowProblem[] = [];

  report(step: string, message: string): void {
    if (this.problems.length < mostProblems) this.problems.push({ step, message });
  }

  /** Reads an object; a missing one is empty. */
  object(step: string, value: unknown, what: string): JsonObject {
    if (isObject(value)) return value;
    if (value !== undefined && value !== null) this.report(step, `${what} must be an object.`);
    return {};
  }

  /** Reads an object of plain values, such as the input of a step. */
  values(step: string, value: unknown, what: string): JsonObject {
    const values = this.object(step, value, what);
    const why = whyNotPlain(values);
    if (why !== undefined) this.report(step, `${what} cannot be read. ${why}`);
    return why === undefined ? values : {};
  }

  list(step: string, value: unknown, what: string): unknown[] {
    if (Array.isArray(value)) return value;
    if (value !== undefined && value !== null) this.report(step, `${what} must be a list.`);
    return [];
  }

  text(step: string, value: unknown, what: string): string {
    if (typeof value === 'string') return value;
    if (value !== undefined && value !== null) this.report(step, `${what} must be text.`);
    return '';
  }

  title(step: string, value: unknown, otherwise: string): string {
    const title = this.text(step, value, 'The title').trim();
    if (title.length > longestName)
      this.report(step, `The title may have at most ${longestName} characters.`);
    return title === '' ? otherwise : title;
  }

  /** Reads one of the words; a missing one is the first. */
  word<Word extends string>(step: string, value: unknown, words: readonly [Word, ...Word[]]): Word {
    if (value === undefined || value === null) return words[0];
    const word = words.find((it) => it === value);
    if (word === undefined) this.report(step, `“${shownText(value)}” must be one of ${words.join(', ')}.`);
    return word ?? words[0];
  }
}

/** An example of a value is kept only if it is plain. */
export const readSample = (json: JsonObject): { sample?: unknown } => {
  const { sample } = json;
  return sample === undefined || whyNotPlain(sample) !== undefined ? {} : { sample };
};
