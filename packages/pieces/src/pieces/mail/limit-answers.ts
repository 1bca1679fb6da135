import type { Duplex } from 'node:stream';

/** A server said more than it may. A mail library that reports this may write a code of its own on it. */
export class AnswerTooLarge extends Error {}

/** The limits for the answers of a server. */
export interface AnswerLimit {
  /** The most bytes between two commands, or during the whole connection. */
  bytes: number;
  per: 'command' | 'connection';
}

/** A line costs as much time as this many bytes, however short it is. */
const bytesOfLine = 200;
/** The most answers of one connection. A look at twenty mails with all their attachments needs seven thousand. */
const mostAnswers = 10_000;

const lineEnd = 10;
const measureCost = (piece: Buffer): number => {
  let lines = 0;
  for (let at = piece.indexOf(lineEnd); at >= 0; at = piece.indexOf(lineEnd, at + 1)) lines += 1;
  return piece.length + lines * bytesOfLine;
};

const createAccount = ({ bytes, per }: AnswerLimit) => {
  let cost = 0;
  let answers = 0;
  return {
    command: (): void => {
      if (per === 'command') cost = 0;
    },
    /** Returns false when this is more than a mail server sends. */
    accepts: (piece: Buffer): boolean => {
      if (cost === 0) answers += 1;
      cost += measureCost(piece);
      return cost <= bytes && answers <= mostAnswers;
    },
  };
};

/** The methods through which a stream is read and written; their declared types differ from call to call. */
interface Methods {
  push(piece: Buffer | null, encoding?: BufferEncoding): boolean;
  _read(size: number): void;
  write(...given: unknown[]): boolean;
}
const methodsOf = (stream: Duplex): Methods => stream as unknown as Methods;

/**
 * Cuts off a mail server that answers a command without an end, or asks without an end for more, because the libraries of the mail protocols
 * would go on for as long. One piece is read in a turn of the event loop, so that others come between.
 */
export const limitAnswers = <S extends Duplex>(stream: S, limit: AnswerLimit): S => {
  const methods = methodsOf(stream);
  const push = methods.push.bind(stream);
  const read = methods._read.bind(stream);
  const write = methods.write.bind(stream);
  const account = createAccount(limit);
  methods.push = (piece, encoding) => {
    if (piece === null) return push(piece);
    if (account.accepts(piece)) push(piece, encoding);
    else stream.destroy(new AnswerTooLarge('The server sends more than it may.'));
    // This is what makes Node stop reading until `_read` is called.
    return false;
  };
  methods._read = (size) => {
    setImmediate(() => {
      if (!stream.destroyed) read(size);
    });
  };
  methods.write = (...given) => {
    account.command();
    return write(...given);
  };
  return stream;
};
