import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Article {
  id: string;
  title: string;
  body: string;
}

/** Starts the API of some other program, which returns its articles as JSON. */
export const startArticlesApi = async (articles: Article[]) => {
  let current = articles;
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ articles: current }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}/articles`,
    change: (next: Article[]) => {
      current = next;
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
};
