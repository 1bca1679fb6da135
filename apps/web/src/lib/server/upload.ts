import type { Endpoint, ReplyOf } from '@atelier/contracts/kernel/contract';
import { pathOf, rejectionOf } from './api.ts';
import { type ApiError, silently, unwrap } from './api-error.ts';
import { failureWithoutAnswer, headersFor } from './http.ts';

interface UploadOptions {
  /** From 0 to 1, as the bytes leave. */
  onProgress?: (fraction: number) => void;
  signal?: AbortSignal;
}

/** A 401 is rejected without a word, everything else with what the answer says and the answer itself (ERROR-09, ERROR-10, ERROR-11). */
const refusal = (endpoint: Endpoint, error: ApiError): ApiError =>
  error.status === 401 ? silently(rejectionOf(endpoint, error)) : error;

const aborted = () => failureWithoutAnswer(new DOMException('', 'AbortError'));

/**
 * Sends a multipart body and reports how much has left, which fetch cannot do.
 * Rejects like `call`, but for a 401.
 */
export const upload = <E extends Endpoint>(
  endpoint: E,
  form: FormData,
  options: UploadOptions = {},
): Promise<ReplyOf<E>> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(endpoint.method, pathOf(endpoint));
    for (const [name, value] of Object.entries(headersFor({ method: endpoint.method, body: form }))) {
      request.setRequestHeader(name, value);
    }
    request.upload.onprogress = (event) => {
      if (event.lengthComputable) options.onProgress?.(event.loaded / event.total);
    };
    request.onload = () => {
      const result = unwrap(request.status, request.responseText, request.statusText);
      if ('error' in result) reject(refusal(endpoint, result.error));
      else resolve(result.data as ReplyOf<E>);
    };
    request.onerror = () => reject(failureWithoutAnswer(undefined));
    request.onabort = () => reject(aborted());
    if (options.signal?.aborted) return reject(aborted());
    options.signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.send(form);
  });
