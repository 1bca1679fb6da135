import type { JsonValue } from '@atelier/contracts/fields/field-values';
import { parseJson } from '@atelier/contracts/kernel/parse-json';
import { PieceError } from '@atelier/pieces';
import { AppError } from '../../../../../kernel/base/errors.ts';
import type { Ctx } from '../../../../../kernel/context/context.ts';
import { asStepFailure } from '../failures.ts';
import type { FileOwner } from '../files/platform-files.ts';
import { mostInHand } from './open-large.ts';
import { receiveLarge } from './receive-large.ts';

/**
 * Reads JSON that a service answered, as webhooks read theirs: a large value is parsed in a thread and stays in a file of the run. Undefined
 * when the text is not valid. Throws PieceError when it has too many parts, or the plan has no room for the file.
 */
export const readAnswer = async (
  ctx: Ctx,
  owner: FileOwner,
  json: string,
): Promise<JsonValue | undefined> => {
  if (json.length <= mostInHand) return parseJson(json) as JsonValue | undefined;
  const contentType = 'application/json; charset=utf-8';
  try {
    const bytes = Buffer.from(json);
    const order = { bytes: [bytes], contentType, call: {}, keys: [] };
    return (await receiveLarge(ctx, owner, order)).body;
  } catch (error) {
    if (error instanceof AppError && error.code === 'request.unreadable') return undefined;
    if (error instanceof AppError && error.code === 'request.too_complex')
      throw new PieceError(
        'pieces.too_large',
        'The answer has more than 1,000,000 values, or more than 100 levels. Please ask the service for less at once.',
        { cause: error },
      );
    throw asStepFailure(error);
  }
};
