/** A known weakness of a package. */
export interface Advisory {
  /** The id in the GitHub Advisory Database. */
  id: string;
  package: string;
  /** The versions that have it, as a range of npm. */
  vulnerable: string;
  title: string;
  /** Why the product is not affected, although it has such a version. */
  accepted?: string;
}

interface Via {
  name: string;
  title: string;
  url: string;
  range: string;
}

const isVia = (value: unknown): value is Via =>
  typeof value === 'object' && value !== null && 'url' in value && 'range' in value;

/** Returns the advisories in what `npm audit --json` prints; undefined when the registry gave none. */
export const readAudit = (text: string): Advisory[] | undefined => {
  const audit = JSON.parse(text || '{}') as { vulnerabilities?: Record<string, { via: unknown[] }> };
  if (audit.vulnerabilities === undefined) return undefined;
  return Object.values(audit.vulnerabilities)
    .flatMap(({ via }) => via.filter(isVia))
    .map(({ name, title, url, range }) => ({
      id: url.slice(url.lastIndexOf('/') + 1),
      package: name,
      vulnerable: range,
      title,
    }));
};

const keyOf = ({ id, package: name }: Advisory): string => `${id} ${name}`;

/** Adds advisories to those that are known, whose words and reasons stay. */
export const mergeAdvisories = (known: readonly Advisory[], found: readonly Advisory[]): Advisory[] => {
  const byKey = new Map(found.map((advisory) => [keyOf(advisory), advisory]));
  for (const advisory of known)
    byKey.set(keyOf(advisory), {
      ...advisory,
      vulnerable: byKey.get(keyOf(advisory))?.vulnerable ?? advisory.vulnerable,
    });
  return [...byKey.values()].toSorted((a, b) => keyOf(a).localeCompare(keyOf(b)));
};
