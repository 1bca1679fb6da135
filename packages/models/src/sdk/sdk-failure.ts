import { ModelError, toModelError } from '../model-error.ts';
import { refusal, refusalInStream } from '../wire/refusal.ts';

/** Converts an error of an AI SDK provider to a `ModelError`. */
export const sdkFailure = async (thrown: unknown, secrets: string[]): Promise<ModelError> => {
  if (thrown instanceof ModelError) return thrown;
  const {
    APICallError,
    JSONParseError,
    TypeValidationError,
    InvalidResponseDataError,
    EmptyResponseBodyError,
  } = await import('@ai-sdk/provider');
  const isUnreadable = [
    JSONParseError,
    TypeValidationError,
    InvalidResponseDataError,
    EmptyResponseBodyError,
  ].some((kind) => kind.isInstance(thrown) || (thrown instanceof Error && kind.isInstance(thrown.cause)));
  if (APICallError.isInstance(thrown) && thrown.statusCode !== undefined && thrown.statusCode >= 300) {
    const headers = thrown.responseHeaders ?? {};
    return refusal({
      status: thrown.statusCode,
      body: thrown.responseBody ?? JSON.stringify({ error: { message: thrown.message } }),
      header: (name) => headers[name],
      secrets,
    });
  }
  if (isUnreadable) return new ModelError('models.bad_reply', { cause: thrown });
  if (thrown instanceof Error) return toModelError(thrown);
  return refusalInStream(thrown, secrets);
};
