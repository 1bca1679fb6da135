import { RE2JS } from 're2js';
import { translatePattern } from './translate-pattern.ts';

/** A pattern of somebody else. Its time grows with the text alone, whatever the pattern is. */
export interface Pattern {
  /** True when some part of the text fits. */
  test(text: string): boolean;
  /** About how many states are kept for each letter of a text. */
  cost: number;
}

/** The longest pattern, and the most states of one. */
const longestPattern = 2000;
const mostStates = 10_000;

/** Returns the end of the class that begins at `from`. */
const endOfClass = (text: string, from: number): number => {
  // A bracket that comes first stands for itself.
  let at = from + (text[from + 1] === '^' ? 2 : 1);
  if (text[at] === ']') at += 1;
  for (; at < text.length && text[at] !== ']'; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text.startsWith('[:', at)) at = Math.max(at, text.indexOf(':]', at) + 1);
  }
  return at;
};

/** Returns the most repetitions that the quantifier at `at` allows; undefined where there is none. */
const repetition = (text: string, at: number): { most: number; end: number } | undefined => {
  const end = text.indexOf('}', at);
  if (end === -1 || end - at > 20) return undefined;
  const [, least, comma, most] = /^(\d+)(?:(,)(\d*))?$/.exec(text.slice(at + 1, end)) ?? [];
  if (least === undefined) return undefined;
  return { most: Math.max(1, Number(comma === undefined || !most ? least : most)), end };
};

/** Estimates the states of a pattern before it is read: what is repeated 1,000 times is written 1,000 times. */
export const estimateStates = (text: string): number => {
  const groups = [0];
  let last = 1;
  const add = (states: number): void => {
    last = states;
    groups[groups.length - 1] = (groups.at(-1) ?? 0) + states;
  };
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    const repeated = sign === '{' ? repetition(text, at) : undefined;
    if (repeated) {
      const whole = last * repeated.most;
      add(whole - last);
      last = whole;
      at = repeated.end;
    } else if (sign === '(') groups.push(0);
    else if (sign === ')' && groups.length > 1) add((groups.pop() ?? 0) + 2);
    else {
      if (sign === '[') at = endOfClass(text, at);
      if (sign === '\\') at += 1;
      add(1);
    }
  }
  return groups.reduce((sum, states) => sum + states, 0);
};

/** Why a pattern is not checked. UNCHECKED: it is right, but takes too long. UNREADABLE: nobody here knows what it means. */
export interface PatternProblem {
  kind: 'UNCHECKED' | 'UNREADABLE';
  problem: string;
}

const unchecked = (problem: string): PatternProblem => ({ kind: 'UNCHECKED', problem });

const whyNot = (text: string): PatternProblem => {
  if (/\(\?<?[=!]/.test(text))
    return unchecked('it looks at what comes before or after, which cannot be checked quickly');
  if (/\\[1-9]|\(\?P=|\\k</.test(text))
    return unchecked('it refers to what another part of it found, which cannot be checked quickly');
  if (/\{\d{4}|\{\d*,\d{4}/.test(text)) return unchecked('it repeats something more than 1,000 times');
  return { kind: 'UNREADABLE', problem: 'it is written in a way that is not known here' };
};

/** Reads a pattern in the form of JavaScript, Python, PCRE or RE2, as far as RE2 knows it; else returns why it cannot be checked. */
export const readPattern = (text: string): Pattern | PatternProblem => {
  if (text.length > longestPattern)
    return unchecked(`it is longer than ${longestPattern.toLocaleString('en')} characters`);
  const translated = translatePattern(text);
  if (estimateStates(translated) > mostStates) return unchecked('it is too large to be checked');
  try {
    const expression = RE2JS.compile(translated);
    return { test: (value) => expression.test(value), cost: expression.programSize() };
  } catch {
    return whyNot(text);
  }
};
