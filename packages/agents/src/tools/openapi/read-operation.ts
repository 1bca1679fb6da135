import { longestArgumentName, ToolMethod } from '@atelier/contracts/assistants/tools/tool-shapes';
import { SchemaReader } from './open-schema.ts';
import {
  type FoundOperation,
  type Names,
  OperationError,
  type OperationRequest,
  type Reading,
} from './operation.ts';
import { readBody } from './read-body.ts';
import { readParameters } from './read-parameters.ts';

class ArgumentNames implements Names {
  readonly #taken = new Set<string>();

  take(wanted: string): string {
    const plain = wanted.replace(/[^A-Za-z0-9_.-]+/g, '_').slice(0, longestArgumentName - 4);
    const base = /^[A-Za-z_]/.test(plain) ? plain : `_${plain}`;
    for (let number = 1; ; number += 1) {
      const name = number === 1 ? base : `${base}_${number}`;
      if (this.#taken.has(name)) continue;
      this.#taken.add(name);
      return name;
    }
  }
}

/** Reads an operation as a request, with what of it is not sent. Throws OperationError. */
export const readOperation = (found: FoundOperation): { request: OperationRequest; omitted: string[] } => {
  const method = ToolMethod.safeParse(found.method);
  if (!method.success) throw new OperationError(`Tools send no ${found.method.slice(0, 20)} requests.`);
  const reader = new SchemaReader(found.document, found.count);
  const reading: Reading = { found, names: new ArgumentNames(), reader, omitted: [] };
  const { path, query, headers, parameters } = readParameters(reading);
  const body = readBody(reading);
  if (found.count.isUsedUp)
    throw new OperationError(
      'The operations before it have so many schemas that it was not read. Please cut the document down.',
    );
  const all = [...parameters, ...body.parameters];
  if (all.length > 60) throw new OperationError('It has more than 60 arguments.');
  const request = {
    ...{ method: method.data, path, query, headers: [...headers, ...body.headers] },
    ...{ bodyKind: body.bodyKind, body: body.body, parameters: all },
  };
  return { request, omitted: reading.omitted };
};
