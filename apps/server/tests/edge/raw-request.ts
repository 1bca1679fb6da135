import { type IncomingHttpHeaders, request } from 'node:http';

export interface RawReply {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

/** Sends a request with exactly these headers, including those that fetch sets itself, such as `host` and `sec-fetch-mode`. */
export const rawRequest = (
  url: string,
  {
    method = 'GET',
    headers = {},
    body,
  }: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<RawReply> =>
  new Promise((resolve, reject) => {
    const call = request(url, { method, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (piece: string) => {
        text += piece;
      });
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
      );
    });
    call.on('error', reject);
    call.end(body);
  });
