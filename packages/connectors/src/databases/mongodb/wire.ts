import type { Duplex } from 'node:stream';
import { BSON, type Document } from 'bson';
import { ConnectorError } from '../../connector.ts';

const opMsg = 2013;
const header = 16;
/** No server sends more in one message. */
const largestMessage = 49 * 1024 * 1024;

/** A command as an OP_MSG: header, flags, one section with one document. */
export const encodeMessage = (requestId: number, body: Document): Buffer => {
  const bytes = BSON.serialize(body);
  const message = Buffer.alloc(header + 5 + bytes.length);
  message.writeInt32LE(message.length, 0);
  message.writeInt32LE(requestId, 4);
  message.writeInt32LE(opMsg, 12);
  message.set(bytes, header + 5);
  return message;
};

export interface Message {
  responseTo: number;
  body: Document;
}

const unexpected = (why: string) =>
  new ConnectorError(
    'sources.unexpected_answer',
    `The server does not speak the protocol of MongoDB 3.6 or newer (${why}). Please check host, port and encryption.`,
  );

/** Binary data and large numbers stay as they are, so that nothing is lost. */
const decode = (message: Buffer): Message => {
  const flags = message.readUInt32LE(header);
  if (message.readInt32LE(12) !== opMsg || (flags & ~1) !== 0 || message[header + 4] !== 0)
    throw unexpected('unknown kind of message');
  const end = message.length - (flags & 1 ? 4 : 0);
  try {
    const body = BSON.deserialize(message.subarray(header + 5, end));
    return { responseTo: message.readInt32LE(8), body };
  } catch {
    throw unexpected('broken BSON');
  }
};

/** Cuts a stream of bytes into messages. Throws ConnectorError `sources.unexpected_answer`. */
export async function* messagesOf(stream: Duplex): AsyncGenerator<Message, void> {
  let parts: Buffer[] = [];
  let size = 0;
  let wanted = header;
  const bytes: AsyncIterable<Buffer> = stream;
  for await (const part of bytes) {
    parts.push(part);
    size += part.length;
    while (size >= wanted) {
      const all = Buffer.concat(parts);
      const length = all.readInt32LE(0);
      if (length < header + 10 || length > largestMessage) throw unexpected('message of an impossible size');
      parts = [all];
      wanted = length;
      if (size < length) break;
      yield decode(all.subarray(0, length));
      parts = [all.subarray(length)];
      size -= length;
      wanted = header;
    }
  }
}
