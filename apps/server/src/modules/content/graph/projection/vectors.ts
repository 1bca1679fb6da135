/** Encodes a vector for storage. */
export const packVector = (vector: Float32Array): string =>
  Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength).toString('base64');

const unpackVector = (packed: unknown): Float32Array => {
  const bytes = Uint8Array.from(Buffer.from(typeof packed === 'string' ? packed : '', 'base64'));
  return new Float32Array(bytes.buffer);
};

const cosine = (a: Float32Array, b: Float32Array): number => {
  let [dot, one, other] = [0, 0, 0];
  a.forEach((value, at) => {
    const beside = b[at] ?? 0;
    dot += value * beside;
    one += value * value;
    other += beside * beside;
  });
  return one === 0 || other === 0 ? 0 : dot / Math.sqrt(one * other);
};

/** Returns the similarity of two names, if the vectors of both are stored. */
export const createCosine = (kept: ReadonlyMap<string, unknown>) => {
  const vectors = new Map([...kept].map(([atom, packed]) => [atom, unpackVector(packed)]));
  return (a: string, b: string): number | undefined => {
    const [one, other] = [vectors.get(a), vectors.get(b)];
    return one && other ? cosine(one, other) : undefined;
  };
};
