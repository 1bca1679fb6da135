/**
 * Remembers what a function returned for an object. Objects of a flow are replaced, never changed, so that checking a flow again after
 * each key press only reads the steps that changed.
 */
export const remember = <Key extends object, Value>(compute: (key: Key) => Value): ((key: Key) => Value) => {
  const known = new WeakMap<Key, { value: Value }>();
  return (key) => {
    const found = known.get(key) ?? { value: compute(key) };
    known.set(key, found);
    return found.value;
  };
};
