/** SESSION-22: how long a cookie of ours lives when nothing else is said. */
const defaultDays = 30;

const past = 'Expires=Thu, 01 Jan 1970 00:00:00 GMT';

export const readCookie = (name: string): string | undefined => {
  const prefix = `${name}=`;
  const found = document.cookie.split('; ').find((entry) => entry.startsWith(prefix));
  return found === undefined ? undefined : decodeURIComponent(found.slice(prefix.length));
};

export const writeCookie = (name: string, value: string, days = defaultDays): void => {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${name}=${encodeURIComponent(value)}; Path=/; Max-Age=${days * 86_400}; SameSite=Lax${secure}`;
};

export const deleteCookie = (name: string): void => {
  document.cookie = `${name}=; Path=/; ${past}; SameSite=Lax`;
};

export const clearCookies = (except: readonly string[] = []): void => {
  for (const entry of document.cookie.split('; ')) {
    const name = entry.split('=')[0] ?? '';
    if (name !== '' && !except.includes(name)) deleteCookie(name);
  }
};
