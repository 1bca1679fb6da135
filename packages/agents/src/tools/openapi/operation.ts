import type { ToolParameter, ToolRequest } from '@atelier/contracts/assistants/tools/tool-shapes';
import { isObject, type JsonValue } from '@atelier/contracts/fields/field-values';
import type { SchemaCount, SchemaReader } from './open-schema.ts';

export type Json = Record<string, JsonValue>;

/** An operation where it stands in a document. */
export interface FoundOperation {
  document: Json;
  path: string;
  method: string;
  /** The path item, whose parameters hold for all its operations. */
  item: Json;
  operation: Json;
  /** Counts the schemas of all operations that are read. */
  count: SchemaCount;
}

/** A request whose address is the path alone; the site is added later. */
export type OperationRequest = Omit<ToolRequest, 'url'> & { path: string };

/** Thrown when an operation cannot become a tool. The message is for people. */
export class OperationError extends Error {}

/** Gives arguments names that models accept, each once. */
export interface Names {
  take(wanted: string): string;
}

/** The facts that are known while an operation is read. */
export interface Reading {
  found: FoundOperation;
  names: Names;
  reader: SchemaReader;
  /** The parts of the operation that are not sent, and why: a sentence each. */
  omitted: string[];
}

export type Named = ToolRequest['query'][number];
export type Parameter = ToolParameter;

export const text = (value: JsonValue | undefined): string => (typeof value === 'string' ? value : '');
export const listed = (value: JsonValue | undefined): JsonValue[] => (Array.isArray(value) ? value : []);

/** The entries of an object by media types: of `content` the type without its parameters, in lower case, beside the name that is declared. */
export const mediaTypes = (
  content: JsonValue | undefined,
): { type: string; declared: string; media: Json }[] =>
  isObject(content)
    ? Object.entries(content).map(([declared, media]) => ({
        type: (declared.split(';')[0] ?? '').trim().toLowerCase(),
        declared: declared.trim(),
        media: isObject(media) ? media : {},
      }))
    : [];

export const isJsonType = (type: string): boolean => /[/+]json$/.test(type);
