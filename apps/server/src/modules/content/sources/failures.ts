import { ConnectorError, failureOf } from '@atelier/connectors';
import { AppError } from '../../../kernel/base/errors.ts';

/** What a connector could not do, as the declared failure with the connector's own words; anything else as it is. */
export const asDeclared = (thrown: unknown): unknown => {
  const error = failureOf(thrown, 'The source');
  return error instanceof ConnectorError
    ? new AppError(error.code, undefined, { message: error.message, cause: error })
    : error;
};

/** The cause of a sync that failed, and whether another attempt may help. */
export const explainFailure = (thrown: unknown) => {
  const error = failureOf(thrown, 'The source');
  if (!(error instanceof ConnectorError)) return undefined;
  const { code, message, retryable } = error;
  return { code, message, retryable };
};
