import type { JsonObject } from './reader.ts';

const token = /^\{\{ ?connections(?:\['([^'\]]{1,200})'\]|\.([\w-]{1,200})) ?\}\}$/;

/** Takes the connection out of an input that names it in the public way, as `auth: "{{connections['id']}}"`. */
export const takeConnection = (settings: JsonObject, input: JsonObject) => {
  const found = typeof input['auth'] === 'string' ? token.exec(input['auth']) : null;
  if (found) {
    const { auth: _, ...rest } = input;
    return { input: rest, connectionId: found[1] ?? found[2] ?? '' };
  }
  const { connectionId } = settings;
  return typeof connectionId === 'string' && connectionId !== '' ? { input, connectionId } : { input };
};

/** The inverse of `takeConnection`. */
export const putConnection = (input: JsonObject, connectionId: string | undefined): JsonObject =>
  connectionId === undefined ? input : { ...input, auth: `{{connections['${connectionId}']}}` };
