import { BSON, type Document } from 'bson';
import { ConnectorError } from '../../connector.ts';

/** The operation codes of replies. The second one is used only for the reply to the first greeting. */
const opMsg = 2013;
const opReply = 1;
const opQuery = 2004;
const header = 16;
/** The largest message in bytes. No server sends a larger one. */
export const largestMessage = 49 * 1024 * 1024;

export const unexpected = (why: string): ConnectorError =>
  new ConnectorError(
    'sources.unexpected_answer',
    `The server does not speak the protocol of MongoDB 4.2 or newer (${why}). Please check host, port and encryption.`,
  );

/**
 * Returns a function that takes the bytes of a stream and returns the messages that are complete, headers included. It throws
 * ConnectorError `sources.unexpected_answer` as soon as a header names more bytes than `longest` allows, before they arrive.
 */
export const createFraming = (longest: () => number): ((bytes: Buffer) => Buffer[]) => {
  let parts: Buffer[] = [];
  let size = 0;
  let wanted = header;
  return (bytes) => {
    const messages: Buffer[] = [];
    parts.push(bytes);
    size += bytes.length;
    while (size >= wanted) {
      const all = Buffer.concat(parts);
      const length = all.readInt32LE(0);
      if (length < header + 10 || length > longest()) throw unexpected('message of an impossible size');
      parts = [all];
      wanted = length;
      if (size < length) break;
      messages.push(all.subarray(0, length));
      parts = [all.subarray(length)];
      size -= length;
      wanted = header;
    }
    return messages;
  };
};

const readOpCode = (message: Buffer): number => message.readInt32LE(12);

/** Returns the name of the command in a message to a server, which is the first field of its document. */
export const readCommandName = (message: Buffer): string => {
  const body = readOpCode(message) === opQuery ? message.indexOf(0, header + 4) + 9 : header + 5;
  const name = body + 5;
  return message.toString('utf8', name, message.indexOf(0, name));
};

/** Throws ConnectorError `sources.unexpected_answer` for a reply that no server may send here, such as a compressed message. */
export const checkAnswer = (message: Buffer): void => {
  const operation = readOpCode(message);
  const isPlain = operation === opReply || (operation === opMsg && message.readUInt8(header + 4) === 0);
  if (!isPlain) throw unexpected('unknown kind of message');
};

/** Returns the document of a reply. Throws ConnectorError `sources.unexpected_answer`. */
export const readReplyDocument = (message: Buffer): Document => {
  const start = readOpCode(message) === opReply ? header + 20 : header + 5;
  try {
    const length = message.readInt32LE(start);
    return BSON.deserialize(message.subarray(start, start + length));
  } catch {
    throw unexpected('broken BSON');
  }
};
