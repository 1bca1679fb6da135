/** What a person is told about a failure. */
export interface ErrorDescription {
  message: string;
  code: string | undefined;
  status: number | undefined;
  requestId: string | undefined;
  details: unknown;
}

const somethingWentWrong = 'Something went wrong. Please try again.';

const propertyOf = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null && key in value ? Reflect.get(value, key) : undefined;

const textOf = (value: unknown, key: string): string | undefined => {
  const property = propertyOf(value, key);
  return typeof property === 'string' && property.trim() !== '' ? property : undefined;
};

/**
 * Reads a failure of any origin by its shape: the client's `ApiError` carries a sentence for a person, a
 * code and a request id; a programming error is never shown in its own words (ERROR-17).
 */
export const describeError = (error: unknown): ErrorDescription => {
  const code = textOf(error, 'code');
  const status = propertyOf(error, 'status');
  const isFromServer = code !== undefined || typeof status === 'number';
  return {
    message: (isFromServer ? textOf(error, 'message') : undefined) ?? somethingWentWrong,
    code,
    status: typeof status === 'number' ? status : undefined,
    requestId: textOf(error, 'requestId'),
    details: propertyOf(error, 'details'),
  };
};
