/** The first match names the browser. Many browsers also name others, so the order matters. */
const browsers: [RegExp, string][] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrom(e|ium)\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];

const systems: [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
];

const nameIn = (list: [RegExp, string][], agent: string) => list.find(([sign]) => sign.test(agent))?.[1];

/** Describes a user agent: "Firefox on Windows", or the program's own name. */
export const describeDevice = (agent: string | null): string => {
  if (agent === null || agent.trim() === '') return 'Unknown device';
  const browser = nameIn(browsers, agent);
  const system = nameIn(systems, agent);
  if (browser !== undefined && system !== undefined) return `${browser} on ${system}`;
  return browser ?? system ?? (agent.split(/[/\s]/)[0] || 'Unknown device');
};
