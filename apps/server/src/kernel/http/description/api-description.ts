import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { contracts } from '@atelier/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { describeApi } from './describe-api.ts';

interface Described {
  plain: Buffer;
  zipped: Buffer;
  etag: string;
}

const describe = async (version: string): Promise<Described> => {
  const plain = Buffer.from(JSON.stringify(describeApi(Object.values(contracts), version)));
  const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 27)}"`;
  return { plain, zipped: await promisify(gzip)(plain), etag };
};

/** Returns the handler that sends the description of the API. The description is rendered and compressed once. */
export const sendApiDescription = (version: string) => {
  let described: Promise<Described> | undefined;
  return async ({ headers }: FastifyRequest, reply: FastifyReply) => {
    described ??= describe(version);
    const { plain, zipped, etag } = await described;
    reply.headers({ etag, vary: 'accept-encoding', 'cache-control': 'no-cache' });
    if (headers['if-none-match']?.includes(etag)) return reply.status(304).send();
    reply.type('application/json; charset=utf-8');
    const takesGzip = /\bgzip\b/.test(String(headers['accept-encoding'] ?? ''));
    return takesGzip ? reply.header('content-encoding', 'gzip').send(zipped) : reply.send(plain);
  };
};
