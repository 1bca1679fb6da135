import { readFileSync } from 'node:fs';
import { isObject, type JsonValue } from '@atelier/contracts/fields/field-values';
import { pythonCall } from './python-call.ts';

const folder = new URL('../../../node_modules/.cache/test-data/function-calls/', import.meta.url);

type Json = Record<string, JsonValue>;

/** A function as the suite describes it. */
interface GivenFunction {
  name: string;
  description: string;
  parameters: Json;
}

interface GivenCase {
  id: string;
  question: { role: string; content: string }[][];
  function?: GivenFunction[];
  involved_classes?: string[];
}

export type Call = [name: string, input: Json];

/** What a user asks for, and the calls with which a model answers it. */
export interface BerkeleyCase {
  id: string;
  functions: { name: string; description: string; parameters: Json }[];
  turns: { question: string; calls: Call[] }[];
}

const readLines = <T>(file: string): T[] =>
  readFileSync(new URL(file, folder), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as T);

const types: Record<string, string> = { dict: 'object', float: 'number', tuple: 'array' };

/** Names the types as JSON Schema does; the suite asks for this. `any` is no type, and `optional` no keyword: `required` says it. */
const schemaOf = (value: JsonValue): JsonValue => {
  if (Array.isArray(value)) return value.map(schemaOf);
  if (!isObject(value)) return value;
  const entries = Object.entries(value).flatMap(([key, each]): [string, JsonValue][] => {
    if (key === 'optional' && !isObject(each)) return [];
    if (key !== 'type' || typeof each !== 'string') return [[key, schemaOf(each)]];
    return each === 'any' ? [] : [[key, types[each] ?? each]];
  });
  return Object.fromEntries(entries);
};

/** Models take no dots in names, so the suite replaces them. */
const nameOf = (name: string): string => name.replaceAll('.', '_');

const functionOf = ({ name, description, parameters }: GivenFunction) => ({
  ...{ name: nameOf(name), description, parameters: schemaOf(parameters) as Json },
});

/** Picks from the values that the suite takes for an argument; an empty text stands for leaving it out. */
const pick = (allowed: JsonValue): JsonValue | undefined => {
  const options = Array.isArray(allowed) ? allowed : [allowed];
  const first = options.find((option) => option !== '');
  if (first === undefined) return undefined;
  if (Array.isArray(first)) return first.map((each) => (isObject(each) ? inputOf(each) : each));
  return isObject(first) ? inputOf(first) : first;
};

const inputOf = (given: Json): Json =>
  Object.fromEntries(
    Object.entries(given).flatMap(([name, allowed]): [string, JsonValue][] => {
      const value = pick(allowed);
      return value === undefined ? [] : [[name, value]];
    }),
  );

const callsOf = (truth: Record<string, Json>[]): Call[] =>
  truth.flatMap((each) => Object.entries(each).map(([name, given]): Call => [nameOf(name), inputOf(given)]));

const single = (name: string, hasCalls: boolean): BerkeleyCase[] => {
  const truths = hasCalls
    ? readLines<{ id: string; ground_truth: Record<string, Json>[] }>(`possible_answer/BFCL_v4_${name}.json`)
    : [];
  const byId = new Map(truths.map((truth) => [truth.id, truth.ground_truth]));
  return readLines<GivenCase>(`BFCL_v4_${name}.json`).map(({ id, question, function: functions = [] }) => ({
    id,
    functions: functions.map(functionOf),
    turns: [{ question: question[0]?.at(-1)?.content ?? '', calls: callsOf(byId.get(id) ?? []) }],
  }));
};

const documents: Record<string, string> = {
  GorillaFileSystem: 'gorilla_file_system',
  MathAPI: 'math_api',
  MessageAPI: 'message_api',
  TwitterAPI: 'posting_api',
  TicketAPI: 'ticket_api',
  TradingBot: 'trading_bot',
  TravelAPI: 'travel_booking',
  VehicleControlAPI: 'vehicle_control',
};

const conversations = (name: string): BerkeleyCase[] => {
  const truths = new Map(
    readLines<{ id: string; ground_truth: string[][] }>(`possible_answer/BFCL_v4_${name}.json`).map(
      (truth) => [truth.id, truth.ground_truth],
    ),
  );
  return readLines<GivenCase>(`BFCL_v4_${name}.json`).map(
    ({ id, question, involved_classes: classes = [] }) => {
      const functions = classes
        .flatMap((each) => readLines<GivenFunction>(`multi_turn_func_doc/${documents[each]}.json`))
        .map(functionOf);
      const names = (tool: string) =>
        Object.keys((functions.find((each) => each.name === tool)?.parameters['properties'] ?? {}) as Json);
      return {
        ...{ id, functions },
        turns: question.map((asked, at) => ({
          question: asked.at(-1)?.content ?? '',
          calls: (truths.get(id)?.[at] ?? []).map((text) => pythonCall(text, names)),
        })),
      };
    },
  );
};

/** Reads the cases of a category of the Berkeley suite. */
export const berkeleyCases = (category: string): BerkeleyCase[] =>
  category.startsWith('multi_turn') ? conversations(category) : single(category, category !== 'irrelevance');
