import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

interface Seen {
  method: string;
  url: string;
  authorization: string;
  body: string;
}

const description = (origin: string) => `
openapi: 3.0.3
info: { title: Orders, version: "1" }
servers: [{ url: ${origin} }]
paths:
  /orders/{order-id}:
    parameters:
      - { name: order-id, in: path, required: true, schema: { type: integer } }
    get:
      operationId: getOrder
      summary: Reads an order.
      parameters: [{ $ref: "#/components/parameters/Lines" }]
  /orders:
    post:
      operationId: createOrder
      requestBody:
        required: true
        content: { application/json: { schema: { $ref: "#/components/schemas/Order" } } }
  /files:
    post:
      requestBody:
        required: true
        content: { multipart/form-data: { schema: { type: object } } }
components:
  parameters:
    Lines: { name: lines, in: query, schema: { type: boolean } }
  schemas:
    Order:
      type: object
      required: [customer, id]
      properties:
        id: { type: integer, readOnly: true }
        customer: { type: string, description: Who ordered., nullable: false }
        parent: { $ref: "#/components/schemas/Order" }
`;

const answerTo = (
  { url, authorization }: Seen,
  origin: string,
): { status: number; body: string; to?: string } => {
  const path = url.split('?')[0] ?? '';
  if (path === '/openapi.yaml') return { status: 200, body: description(origin) };
  if (path === '/search')
    return {
      status: 200,
      body: JSON.stringify({ results: [{ title: 'Trees', url: 'https://t.example.com', content: '' }] }),
    };
  if (path === '/orders/moved') return { status: 302, body: '', to: `${origin}/orders/9` };
  if (path === '/orders/404' || path === '/missing')
    return { status: 404, body: '{"error":"no such order"}' };
  return { status: 200, body: JSON.stringify({ number: path.split('/').at(-1), echo: authorization }) };
};

/** Starts a small API for orders, with its own description. It repeats the secret that it was sent. */
export const startOrders = async () => {
  const seen: Seen[] = [];
  let origin = '';
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const { method = '', url = '', headers } = request;
      const last = { method, url, authorization: headers.authorization ?? '', body };
      seen.push(last);
      const { status, body: answer, to } = answerTo(last, origin);
      const type = url.endsWith('.yaml') ? 'application/yaml' : 'application/json';
      response.writeHead(status, { 'content-type': type, ...(to ? { location: to } : {}) }).end(answer);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    last: (): Seen => seen.at(-1) ?? { method: '', url: '', authorization: '', body: '' },
    count: () => seen.length,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
      }),
  };
};
