import { readSchema } from '@atelier/agents/schema';
import { JsonObject } from '@atelier/contracts/kernel/json';
import { z } from 'zod';
import { refuseFormat } from '../unsupported.ts';

const Schema = JsonObject;

/** The form of the answer that a program asks for. Chat completions nest the schema; responses do not. */
const Format = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('text') }),
  z.looseObject({ type: z.literal('json_object') }),
  z.looseObject({
    type: z.literal('json_schema'),
    json_schema: z.looseObject({ schema: Schema }).optional(),
    schema: Schema.optional(),
  }),
]);

/** The body of a request in either form. */
export type AskedFormat = Readonly<Record<string, unknown>>;

const formatIn = ({ response_format, text }: AskedFormat): [param: string, format: unknown] =>
  response_format === undefined || response_format === null
    ? ['text', Reflect.get(Object(text) as object, 'format')]
    : ['response_format', response_format];

/** Reads the JSON Schema that an answer has to fit; undefined when any text will do. Throws `openai.not_supported`. */
export const readFormat = (body: AskedFormat): z.infer<typeof Schema> | undefined => {
  const [param, given] = formatIn(body);
  if (given === undefined || given === null) return undefined;
  const { data: format } = Format.safeParse(given);
  if (!format) return refuseFormat(param, 'answer in this format: please send a json_schema with its schema');
  if (format.type === 'text') return undefined;
  if (format.type === 'json_object') return { type: 'object' };
  const schema = format.json_schema?.schema ?? format.schema;
  if (!schema) return refuseFormat(param, 'answer by a json_schema without a schema');
  const reading = readSchema(schema);
  const problem = 'problem' in reading ? reading.problem : reading.broken[0];
  return problem === undefined ? schema : refuseFormat(param, `answer by this schema. ${problem}`);
};
