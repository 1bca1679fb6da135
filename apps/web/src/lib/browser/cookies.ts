const minute = 60;
const day = 24 * 60 * minute;

/**
 * Lifetimes of cookies in seconds (SESSION-22, SESSION-23, SESSION-24, CONST-09). The server sets that of the session cookie
 * (SESSION-25).
 */
export const cookieLife = {
  /** The lifetime of cookies that need no other. */
  default: 30 * day,
  /** The lifetime of cookies that are needed for some minutes only. */
  minutes: 60 * minute,
  /** The lifetime of the code that a CRM hands over when it is connected. */
  crmCode: 3 * minute,
  /** The lifetime of cookies that identify a user, which is that of an unused session. */
  identity: day,
} as const;

const past = 'Expires=Thu, 01 Jan 1970 00:00:00 GMT';

/** Decodes the value of a cookie; a value that is not encoded is returned unchanged. */
const decoded = (value: string): string => {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
};

const isSecure = (): boolean => location.protocol === 'https:';
const attributes = (): string => `Path=/; SameSite=Lax${isSecure() ? '; Secure' : ''}`;

const ofThisHost = '__Host-';
const plainName = (stored: string): string => stored.replace(ofThisHost, '');

/** Under TLS, cookies carry the prefix `__Host-`: browsers then accept them from this host only, never from another subdomain. */
const storedName = (name: string): string => `${isSecure() ? ofThisHost : ''}${name}`;

const entries = (): [stored: string, value: string][] =>
  document.cookie
    .split('; ')
    .filter((entry) => entry !== '')
    .map((entry) => {
      const [stored = '', ...value] = entry.split('=');
      return [stored, value.join('=')];
    });

/**
 * Falls back to the plain name, under which a server behind TLS writes its cookies when its `PUBLIC_URL` does not say https.
 */
export const readCookie = (name: string): string | undefined => {
  const found = new Map(entries());
  const value = found.get(storedName(name)) ?? found.get(name);
  return value === undefined ? undefined : decoded(value);
};

/** @param life seconds, one of `cookieLife` */
export const writeCookie = (name: string, value: string, life: number = cookieLife.default): void => {
  document.cookie = `${storedName(name)}=${encodeURIComponent(value)}; Max-Age=${life}; ${attributes()}`;
};

export const deleteCookie = (name: string): void => {
  for (const [stored] of entries())
    if (plainName(stored) === name) document.cookie = `${stored}=; ${past}; ${attributes()}`;
};

export const clearCookies = (except: readonly string[] = []): void => {
  for (const name of new Set(entries().map(([stored]) => plainName(stored))))
    if (!except.includes(name)) deleteCookie(name);
};
