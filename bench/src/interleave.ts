/** Something that is measured once a round. */
export type Contender<T> = () => Promise<T>;

/**
 * Runs all contenders in each round, every other round backwards, so that a slow moment of the machine hits them alike.
 * A round before the first warms up and is not counted. Gives the results of each contender, round by round.
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
