import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { Endpoint } from '@atelier/contracts/kernel/contract';
import type { FastifyRequest } from 'fastify';
import { cleanText } from '../base/clean-text.ts';
import { AppError, fail } from '../base/errors.ts';
import type { Part } from '../module/part.ts';
import { checkTenant, isBoundToTenant } from './guard.ts';

type ParsedPart = ReturnType<FastifyRequest['parts']> extends AsyncIterable<infer P> ? P : never;
type ParsedFile = Extract<ParsedPart, { type: 'file' }>;

/** A field that is declared as JSON arrives parsed. Like all input, it has no NUL and no half surrogate pairs (`cleanInput`). */
const toCleanText = (value: unknown): string =>
  cleanText(typeof value === 'string' ? value : JSON.stringify(value ?? ''));

/** Returns the declared failure for whatever the parser says: the form is cut off, is no form, or has more parts than any form has. */
const unreadable = (cause: unknown): AppError =>
  new AppError('request.unreadable', undefined, {
    cause,
    message: 'The form could not be read: it is cut off, malformed, or has too many parts.',
  });

/** Passes on what the parser yields. It alone fails here, because a loop that is left never throws into its source. */
async function* declareFailures<T>(source: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* source;
  } catch (cause) {
    throw unreadable(cause);
  }
}

const filePart = ({ file, fieldname, filename, mimetype }: ParsedFile): Part => ({
  kind: 'file',
  name: cleanText(fieldname),
  filename: cleanText(filename ?? ''),
  mimeType: mimetype,
  stream: Readable.from(declareFailures(file as AsyncIterable<Uint8Array>), { objectMode: false }),
  truncated: () => file.truncated,
});

/** Reads a form part by part. A file must be read to its end before the next part arrives. Throws `request.unreadable`. */
export async function* readParts(
  endpoint: Endpoint,
  request: FastifyRequest,
  onBytes: ((bytes: Uint8Array) => void) | undefined,
): AsyncGenerator<Part> {
  if (!request.isMultipart()) fail('request.media_type');
  // The parser is attached in the same turn of the event loop, so that both get every byte.
  if (onBytes) request.raw.on('data', onBytes);
  for await (const part of declareFailures(request.parts())) {
    if (part.type === 'file') yield filePart(part);
    else {
      const value = toCleanText(part.value);
      if (isBoundToTenant(endpoint)) checkTenant(request.principal, { [part.fieldname]: value });
      yield { kind: 'field', name: cleanText(part.fieldname), value };
    }
  }
  if (onBytes && !request.raw.readableEnded)
    await finished(request.raw, { writable: false }).catch((cause: unknown) => {
      throw unreadable(cause);
    });
}
