import type { Socket } from 'node:net';

/** The longest time for which a socket is not read, in milliseconds. Answers of models are sent on at the same pace. */
const restMs = 40;
/** The number of pieces that are read as soon as they arrive, before the socket begins to rest. */
const readAtOnce = 3;
/** Pieces that arrive within this time follow one another. It is longer than a rest, at whose end a piece may take a moment to arrive. */
const longestGapMs = 45;
/** A socket that brings this much at a time is read without a rest. */
const largePiece = 16 * 1024;

/** The sockets that rest. They are read again together, so that one turn of the event loop serves all of them. */
const resting = new Set<() => void>();
const readAll = (): void => {
  const reads = [...resting];
  resting.clear();
  for (const read of reads) read();
};
const addResting = (read: () => void): void => {
  if (resting.size === 0) setTimeout(readAll, restMs);
  resting.add(read);
};

/** The methods through which a socket is read and written; their declared types differ from call to call. */
interface Methods {
  push(piece: Buffer | null, encoding?: BufferEncoding): boolean;
  _read(size: number): void;
  write(...given: unknown[]): boolean;
}
const methodsOf = (socket: Socket): Methods => socket as unknown as Methods;

/**
 * Lets a socket rest between pieces that arrive one right after the other, such as the tokens of a model. Node reads each piece as soon as it
 * is there, which costs more than all that is done with a token. What arrives during a rest is read as one piece. The first pieces of an
 * answer and those after a pause are read at once, and a request ends a rest.
 */
export const restBetweenPieces = (socket: Socket): void => {
  const methods = methodsOf(socket);
  const push = methods.push.bind(socket);
  const read = methods._read.bind(socket);
  const write = methods.write.bind(socket);
  let inSuccession = 0;
  let lastAt = Number.NEGATIVE_INFINITY;
  let isResting = false;
  let wanted: number | undefined;

  const goOn = (): void => {
    isResting = false;
    const size = wanted;
    wanted = undefined;
    if (size !== undefined && !socket.destroyed) read(size);
  };
  const needsRest = ({ length }: Buffer): boolean => {
    const now = performance.now();
    inSuccession = now - lastAt < longestGapMs && length < largePiece ? inSuccession + 1 : 0;
    lastAt = now;
    return inSuccession >= readAtOnce;
  };

  methods.push = (piece, encoding) => {
    if (piece === null || isResting || !needsRest(piece)) return push(piece, encoding);
    isResting = true;
    addResting(goOn);
    push(piece, encoding);
    // This is what makes Node stop reading until `_read` is called.
    return false;
  };
  methods._read = (size) => {
    if (isResting) wanted = size;
    else read(size);
  };
  methods.write = (...given) => {
    lastAt = Number.NEGATIVE_INFINITY;
    if (resting.delete(goOn)) goOn();
    return write(...given);
  };
};
