import type { Envelope } from '../../kernel/contract.ts';

/** The words with which a protocol names the kinds of failures, by HTTP status. Other statuses are failures of the server. */
type Words = Readonly<Record<number, string>>;

/** The words of OpenAI's chat completions. */
const openAiWords: Words = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  409: 'conflict_error',
  412: 'invalid_request_error',
  413: 'invalid_request_error',
  429: 'rate_limit_error',
};

/** The words of the Open Responses specification. It has none for a missing key, a missing permission and a conflict. */
const openResponsesWords: Words = {
  ...openAiWords,
  400: 'invalid_request',
  404: 'not_found',
  412: 'invalid_request',
  413: 'invalid_request',
  429: 'too_many_requests',
  502: 'model_error',
};

/** Returns the parameter to which a failure belongs: the one that the failure names, or the first that a schema refused. */
const readFailedParam = (details: unknown): string | null => {
  const { param, issues } = Object(details) as { param?: unknown; issues?: { path?: unknown }[] };
  if (typeof param === 'string') return param;
  const path = Array.isArray(issues) ? issues[0]?.path : undefined;
  return typeof path === 'string' && path !== '' ? path : null;
};

const shapeWith =
  (words: Words) =>
  ({ responseCode, message, code, details }: Envelope) => ({
    error: {
      message: message ?? '',
      type: words[responseCode] ?? 'server_error',
      param: readFailedParam(details),
      code: code ?? null,
    },
  });

/** Shapes a failure as OpenAI's clients expect it. The code is ours, as in every other reply. */
export const openAiFailure = shapeWith(openAiWords);

/** Shapes a failure as the Open Responses specification describes it. */
export const openResponsesFailure = shapeWith(openResponsesWords);
