import type { Endpoint, ReplyOf } from '@atelier/contracts/kernel/contract';
import { buildRequestPath, toRejection } from './api.ts';
import { type ApiError, silently, unwrap } from './api-error.ts';
import { failureWithoutAnswer, headersFor } from './http.ts';

interface UploadOptions {
  /** Called with the share of the bytes that has been sent, from 0 to 1. */
  onProgress?: (fraction: number) => void;
  signal?: AbortSignal;
  /** The parameters in the path of the endpoint. */
  params?: object;
}

/**
 * Returns the error of a failed upload: without a message for a 401, otherwise with the message and the whole body of the reply
 * (ERROR-09, ERROR-10, ERROR-11).
 */
const refusal = (endpoint: Endpoint, error: ApiError): ApiError =>
  error.status === 401 ? silently(toRejection(endpoint, error)) : error;

const aborted = () => failureWithoutAnswer(new DOMException('', 'AbortError'));

/**
 * Sends a multipart body and reports how much has been sent, which fetch cannot do.
 * Throws as `call` does, except that the error of a 401 has no message.
 */
export const upload = <E extends Endpoint>(
  endpoint: E,
  form: FormData,
  options: UploadOptions = {},
): Promise<ReplyOf<E>> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(endpoint.method, buildRequestPath(endpoint, { params: options.params }));
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
