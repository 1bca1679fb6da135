const minute = 60;
const day = 24 * 60 * minute;

/** How long cookies live, in seconds (SESSION-22, SESSION-23, SESSION-24, CONST-09); the session's own is the server's (SESSION-25). */
export const cookieLife = {
  /** When nothing else is said. */
  default: 30 * day,
  /** One that is counted in minutes. */
  minutes: 60 * minute,
  /** The code that a CRM hands over when it is connected. */
  crmCode: 3 * minute,
  /** As long as an unused session. */
  identity: day,
} as const;

const past = 'Expires=Thu, 01 Jan 1970 00:00:00 GMT';

/** Whatever else may write cookies here: a value that is not encoded is taken as it stands. */
const decoded = (value: string): string => {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
};

export const readCookie = (name: string): string | undefined => {
  const prefix = `${name}=`;
  const found = document.cookie.split('; ').find((entry) => entry.startsWith(prefix));
  return found === undefined ? undefined : decoded(found.slice(prefix.length));
};

/** Under TLS; a browser takes and drops cookies whose name begins with `__Host-` with it alone. */
const secure = () => (location.protocol === 'https:' ? '; Secure' : '');

/** @param life seconds, one of `cookieLife` */
export const writeCookie = (name: string, value: string, life: number = cookieLife.default): void => {
  document.cookie = `${name}=${encodeURIComponent(value)}; Path=/; Max-Age=${life}; SameSite=Lax${secure()}`;
};

export const deleteCookie = (name: string): void => {
  document.cookie = `${name}=; Path=/; ${past}; SameSite=Lax${secure()}`;
};

export const clearCookies = (except: readonly string[] = []): void => {
  for (const entry of document.cookie.split('; ')) {
    const name = entry.split('=')[0] ?? '';
    if (name !== '' && !except.includes(name)) deleteCookie(name);
  }
};
