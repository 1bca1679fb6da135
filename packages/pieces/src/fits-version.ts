const partsOf = (version: string): [number, number, number] => {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number);
  return [major, minor, patch];
};

/**
 * Returns whether a version is what a step wants: exactly `1.2.3`, `~1.2.3` (the same minor version, not older), or `^1.2.3`
 * (the same major version, not older; below 1.0.0 as `~`).
 */
export const fitsVersion = (wanted: string, version: string): boolean => {
  if (!/^[~^]?\d{1,6}\.\d{1,6}\.\d{1,6}$/.test(wanted)) return false;
  const bare = wanted.replace(/^[~^]/, '');
  if (bare === wanted) return bare === version;
  const [major, minor, patch] = partsOf(bare);
  const [ours, ourMinor, ourPatch] = partsOf(version);
  if (ours !== major) return false;
  if (wanted.startsWith('~') || major === 0) return ourMinor === minor && ourPatch >= patch;
  return ourMinor > minor || (ourMinor === minor && ourPatch >= patch);
};
