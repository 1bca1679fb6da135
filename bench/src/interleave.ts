/** Something that is measured once in each round. */
export type Contender<T> = () => Promise<T>;

/**
 * Runs all contenders in each round, in reverse order every other time, so that a slow moment of the machine affects all of
 * them. The first round warms up and is not counted. Returns the results of each contender by round.
 */
export const interleave = async <K extends string, T>(
  rounds: number,
  contenders: Record<K, Contender<T>>,
): Promise<Record<K, T[]>> => {
  const names = Object.keys(contenders) as K[];
  const results = Object.fromEntries(names.map((name) => [name, [] as T[]])) as Record<K, T[]>;
  for (let round = 0; round <= rounds; round += 1) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      const result = await contenders[name]();
      if (round > 0) results[name].push(result);
    }
  }
  return results;
};
