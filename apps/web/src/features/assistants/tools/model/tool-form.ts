import {
  type Tool,
  type ToolKind,
  type ToolParameter,
  ToolSettings,
} from '@atelier/contracts/assistants/tools/tool-shapes';
import { valuesSchema } from '@atelier/contracts/fields/field-schema';
import { defaultValuesFor, isObject, type JsonValue } from '@atelier/contracts/fields/field-values';
import type { Field, FieldValues } from '@atelier/contracts/fields/fields';
import { z } from 'zod';
import { ApiError } from '../../../../lib/server/api-error.ts';
import { readProperty } from '../../../../ui/feedback/read-property.ts';
import { argumentTypes } from './tool-fields.ts';

/** The name, and the values of the fields. */
export const toolFormSchema = (fields: readonly Field[]) =>
  z.object({
    name: ToolSettings.shape.name,
    // The form sees values as unknown, because recursive JSON types are too deep for its type inference.
    values: z.custom<Record<string, unknown>>(isObject).transform((typed, check): FieldValues => {
      const judged = valuesSchema(fields).safeParse(typed);
      for (const { path, message } of judged.error?.issues ?? [])
        check.addIssue({ code: 'custom', path, message });
      return judged.data ?? {};
    }),
  });

/** Returns a text of the form; an empty one when there is none. */
export const textIn = (values: FieldValues, name: string): string => {
  const value = values[name];
  return typeof value === 'string' ? value : '';
};

const readRows = (value: JsonValue | undefined): FieldValues[] =>
  Array.isArray(value) ? value.filter((each) => isObject(each)) : [];

const isPlainType = (type: unknown): boolean => argumentTypes.some((known) => known === type);

const parameterValues = ({ name, description, isRequired, schema }: ToolParameter): FieldValues => {
  const isPlain = Object.keys(schema).length === 1 && isPlainType(schema['type']);
  const type = isPlain ? (schema['type'] ?? 'string') : 'schema';
  return { name, description, isRequired, type, schema };
};

/** An argument of a document is written as the document says, which the form does not show. */
const toParameter = (
  { name, description, isRequired, type, schema }: FieldValues,
  known: readonly ToolParameter[],
) => ({
  ...{ name, description, isRequired },
  schema: type === 'schema' && isObject(schema) ? schema : { type },
  writing: known.find((parameter) => parameter.name === name)?.writing,
});

/** Returns the values of the form for a tool; without one, those of a new one. */
export const toolValues = (fields: readonly Field[], tool: Tool | undefined): FieldValues => {
  if (!tool) return defaultValuesFor(fields);
  const { description, defaultToolId, connectionId, effect, approval, request } = tool;
  const shared = { description, effect, approval, connectionId: connectionId ?? '' };
  if (!request) return { ...shared, defaultToolId: defaultToolId ?? '' };
  const { parameters, ...rest } = request;
  return { ...shared, ...rest, parameters: parameters.map(parameterValues) };
};

const orNull = (value: JsonValue | undefined): JsonValue =>
  value === undefined || value === '' ? null : value;

/** Returns settings from the form, as they are sent. `tool` is the one that is changed. */
export const toToolSettings = (
  { kind, tool }: { kind: ToolKind; tool: Tool | undefined },
  name: string,
  values: FieldValues,
) => {
  const { description, effect, approval, connectionId, defaultToolId, parameters, ...request } = values;
  const { method, url, query, headers, bodyKind, body } = request;
  const hasBody = method !== 'GET' && method !== 'HEAD';
  const known = tool?.request?.parameters ?? [];
  const made = {
    ...{ method, url, query: readRows(query), headers: readRows(headers), body: body ?? '' },
    ...{
      bodyKind: hasBody ? (bodyKind ?? 'NONE') : 'NONE',
      parameters: readRows(parameters).map((each) => toParameter(each, known)),
    },
  };
  return ToolSettings.parse({
    ...{ name, description: description ?? '', kind, effect, approval },
    connectionId: orNull(connectionId),
    ...(kind === 'HTTP' ? { request: made } : { defaultToolId: orNull(defaultToolId) }),
  });
};

/** A problem with a part of the request belongs to the field that has its name. */
const fieldPath = (path: string): string => `values.${path.replace(/^request\./, '')}`;

/** Returns a refusal whose issues name fields of the form. */
export const refusalInForm = (error: unknown): unknown => {
  if (!(error instanceof ApiError)) return error;
  const issues = readProperty(error.details, 'issues');
  if (!Array.isArray(issues) || issues.length === 0) return error;
  const named = issues.map((issue: { path: string; message: string }) => ({
    ...issue,
    path: issue.path === 'name' ? 'name' : fieldPath(issue.path),
  }));
  return Object.assign(error, { details: { issues: named } });
};
