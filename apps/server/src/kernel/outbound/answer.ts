interface Parts {
  body: ReadableStream<Uint8Array> | null;
  status: number;
  statusText: string;
  headers: Headers;
}

/** Makes a response that knows its address. Some sites answer with a status outside the standard, which `Response` refuses. */
export const createResponse = (url: URL, { body, status, ...rest }: Parts): Response => {
  const response = new Response(body, { ...rest, status: status >= 200 && status <= 599 ? status : 502 });
  return Object.defineProperty(response, 'url', { value: url.href });
};
