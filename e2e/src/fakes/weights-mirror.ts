import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, join } from 'node:path';
import { multilingualFolder, weightsFolder } from '../../../tools/test-weights.mjs';

/** Offers the weights for tests on loopback. The second half of the network of the model that is held waits until `finish` is called. */
export const startMirror = async (held: 'MiniLM' | 'multilingual') => {
  const { promise: finished, resolve: finish } = Promise.withResolvers<void>();
  const server = createServer(({ url = '' }, response) => {
    const name = basename(url) === 'tokenizer.json' ? 'tokenizer.json' : 'model.onnx';
    const folder = url.includes('multilingual') ? multilingualFolder : weightsFolder;
    void readFile(join(folder, name)).then(async (content) => {
      response.writeHead(200, { 'content-length': content.length });
      const half = content.length / 2;
      response.write(content.subarray(0, half));
      if (name === 'model.onnx' && url.includes(held)) await finished;
      response.end(content.subarray(half));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    finish,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};
