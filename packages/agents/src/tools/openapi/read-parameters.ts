import type { ArgumentWriting } from '@atelier/contracts/assistants/tools/tool-shapes';
import { isObject, type JsonValue } from '@atelier/contracts/fields/field-values';
import { follow } from './open-schema.ts';
import {
  type FoundOperation,
  type Json,
  listed,
  mediaTypes,
  type Named,
  OperationError,
  type Parameter,
  type Reading,
  text,
} from './operation.ts';

/** A parameter as the document describes it. */
interface Described {
  in: string;
  name: string;
  isRequired: boolean;
  description: string;
  schema: JsonValue;
  writing: ArgumentWriting | undefined;
}

const styles: Readonly<Record<string, ArgumentWriting['style']>> = {
  simple: 'SIMPLE',
  label: 'LABEL',
  matrix: 'MATRIX',
  form: 'FORM',
  spaceDelimited: 'SPACE_DELIMITED',
  pipeDelimited: 'PIPE_DELIMITED',
  deepObject: 'DEEP_OBJECT',
  cookie: 'COOKIE',
};

/** The styles that each part of a request can have; the first is that of a parameter that names none. */
const stylesIn: Readonly<Record<string, readonly string[]>> = {
  path: ['simple', 'label', 'matrix'],
  query: ['form', 'spaceDelimited', 'pipeDelimited', 'deepObject'],
  header: ['simple'],
  cookie: ['form', 'cookie'],
};

const scalars = new Set<JsonValue>(['string', 'integer', 'number', 'boolean', 'null']);

/** True for values that are written in the same way with and without a rule. */
const isScalar = (schema: Json | undefined): boolean => {
  const type = schema?.['type'];
  return Array.isArray(type) ? type.every((each) => scalars.has(each)) : scalars.has(type ?? '');
};

/** Returns the rule of writing that the document gives to a parameter or a field of a form. */
export const readArgumentWriting = (
  described: Json,
  { kind, name, schema }: { kind: string; name: string; schema: Json | undefined },
): ArgumentWriting | undefined => {
  const known = stylesIn[kind] ?? ['form'];
  const style = text(described['style']) || (known[0] ?? '');
  if (!known.includes(style))
    throw new OperationError(`The style “${style.slice(0, 40)}” of “${name}” is not known here.`);
  const isForm = style === 'form' || style === 'cookie';
  const explode = typeof described['explode'] === 'boolean' ? described['explode'] : isForm;
  const allowReserved = described['allowReserved'] === true;
  const isPlain = style === known[0] && !allowReserved && isScalar(schema);
  if (isPlain) return undefined;
  return {
    ...{ style: styles[style] ?? 'FORM', explode, allowReserved },
    ...(style === 'matrix' ? { name } : {}),
  };
};

/** A parameter by `content` is a text of that media type. */
const contentWriting = (kind: string, declared: string): ArgumentWriting => ({
  style: kind === 'querystring' ? 'QUERY_STRING' : 'CONTENT',
  ...{ explode: false, allowReserved: false, contentType: declared },
});

const describedBy = ({ document }: FoundOperation, found: Json): Described => {
  const [kind, name] = [text(found['in']), text(found['name'])];
  const [content] = mediaTypes(found['content']);
  const schema = content ? (content.media['schema'] ?? {}) : (found['schema'] ?? { type: 'string' });
  const shape = { kind, name, schema: follow(document, schema) };
  return {
    ...{ in: kind, name, schema, description: text(found['description']) },
    isRequired: found['required'] === true || kind === 'path',
    writing: content ? contentWriting(kind, content.declared) : readArgumentWriting(found, shape),
  };
};

/** Headers that a request sets by itself, or whose secrets belong into a connection. */
const ownHeaders = new Set(['accept', 'content-type', 'authorization', 'cookie', 'host', 'content-length']);
const kinds = new Set(['path', 'query', 'header', 'cookie', 'querystring']);

const isSent = (found: Json): boolean =>
  kinds.has(text(found['in'])) &&
  text(found['name']) !== '' &&
  !(found['in'] === 'header' && ownHeaders.has(text(found['name']).toLowerCase()));

const leadsNowhere = (value: JsonValue): string => {
  const ref = isObject(value) ? text(value['$ref']) : '';
  return ref === ''
    ? 'A parameter is left out, because it is not described.'
    : `A parameter is left out, because “${ref.slice(0, 200)}” is not in the document.`;
};

/** The parameters of an operation: its own ones come before those of its path, and replace them. */
const listParameters = ({ found, omitted }: Reading): Described[] => {
  const { document, item, operation } = found;
  const described: Described[] = [];
  for (const each of [...listed(operation['parameters']), ...listed(item['parameters'])]) {
    const parameter = follow(document, each);
    if (!parameter || text(parameter['name']) === '') omitted.push(leadsNowhere(each));
    if (!parameter || !isSent(parameter)) continue;
    const isKnown = described.some(
      (other) => other.in === parameter['in'] && other.name === parameter['name'],
    );
    if (isKnown) continue;
    try {
      described.push(describedBy(found, parameter));
    } catch (error) {
      const isNeeded = parameter['required'] === true || parameter['in'] === 'path';
      if (!(error instanceof OperationError) || isNeeded) throw error;
      omitted.push(`“${text(parameter['name'])}” is left out. ${error.message}`);
    }
  }
  return described;
};

const sentIn = (
  read: readonly { described: Described; parameter: Parameter }[],
  ...places: string[]
): Named[] =>
  read
    .filter(({ described }) => places.includes(described.in))
    .map(({ described, parameter }) =>
      described.in === 'cookie'
        ? { name: 'Cookie', value: `${described.name}={${parameter.name}}` }
        : { name: described.name, value: `{${parameter.name}}` },
    );

/** The parts of a request that parameters fill. */
export interface ReadParameters {
  path: string;
  query: Named[];
  headers: Named[];
  parameters: Parameter[];
}

export const readParameters = (reading: Reading): ReadParameters => {
  const { found, names, reader } = reading;
  const read = listParameters(reading).map((described) => {
    const { description, ...schema } = reader.read(described.schema);
    const words = (described.description || text(description)).slice(0, 2000);
    const { isRequired, writing } = described;
    const parameter = { name: names.take(described.name), description: words, isRequired, schema };
    return { described, parameter: writing ? { ...parameter, writing } : parameter };
  });
  const inPath = new Map(
    read.flatMap(({ described, parameter }) =>
      described.in === 'path' ? [[described.name, parameter.name] as const] : [],
    ),
  );
  return {
    path: found.path.replace(/\{([^{}]*)\}/g, (whole, name: string) => {
      const argument = inPath.get(name);
      return argument === undefined ? whole : `{${argument}}`;
    }),
    query: sentIn(read, 'query', 'querystring'),
    headers: sentIn(read, 'header', 'cookie'),
    parameters: read.map(({ parameter }) => parameter),
  };
};
