import { createHmac } from 'node:crypto';
import { hashToken, isSameSecret, newToken } from '../../../../kernel/secrets/secrets.ts';
import { defineService } from '../../../../kernel/services/services.ts';

const deviceSeconds = 365 * 24 * 60 * 60;
const accountLetters = 16;

/**
 * Signed cookies with which a browser proves that somebody signed in to an account with it before (OWASP, device cookies). Its failed
 * passwords are counted separately, so that strangers who guess cannot lock it out. The cookie alone signs nobody in.
 */
export const deviceCookies = defineService({
  name: 'identity.device-cookies',
  create: ({ config, secrets }) => {
    const key = Buffer.from(secrets.derive('device'), 'hex');
    const isSecure = config.server.publicUrl?.startsWith('https:') ?? false;
    /** The cookie has one name for each account that the browser is used with. */
    const nameOf = (email: string): string =>
      `${isSecure ? '__Host-' : ''}atelier_device_${hashToken(email).slice(0, accountLetters)}`;
    const signed = (device: string, email: string): string =>
      `${device}.${createHmac('sha256', key).update(`${device} ${email}`).digest('base64url')}`;
    /** Returns the id of the device; undefined when the account does not know it. */
    const find = (header: string | undefined, email: string): string | undefined => {
      const cookies = (header ?? '').split(';').map((cookie) => cookie.trim());
      const value = cookies.find((cookie) => cookie.startsWith(`${nameOf(email)}=`))?.split('=')[1] ?? '';
      const [device = ''] = value.split('.');
      return device !== '' && isSameSecret(value, signed(device, email)) ? device : undefined;
    };
    return {
      find,
      /** Returns the `set-cookie` value after a sign-in. A known device keeps its id. */
      issue: (header: string | undefined, email: string): string => {
        const value = signed(find(header, email) ?? newToken('dev'), email);
        const secure = isSecure ? '; Secure' : '';
        return `${nameOf(email)}=${value}; Path=/; Max-Age=${deviceSeconds}; SameSite=Lax${secure}; HttpOnly`;
      },
    };
  },
});
