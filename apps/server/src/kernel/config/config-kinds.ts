import { isIP } from 'node:net';
import { totalmem } from 'node:os';
import { z } from 'zod';

/** The texts about one variable in the reference and in error messages. */
export type VariableNote = {
  section: string;
  description: string;
  /** A description of a valid value, which completes the sentence "it should be …". */
  expects: string;
  /** The default as the reference shows it; absent when the variable is off by default. */
  fallback?: string;
};

/** The notes of all variables, keyed by schema. */
export const variableNotes = z.registry<VariableNote>();

export const wholeNumber = (min: number, max: number, fallback: number) =>
  z
    .string()
    .regex(/^\d{1,12}$/)
    .transform(Number)
    .pipe(z.number().int().min(min).max(max))
    .default(fallback);

export const url = (pattern: RegExp) =>
  z
    .string()
    .refine((value) => URL.canParse(value) && pattern.test(value))
    .transform((value) => value.replace(/(?<!\/)\/+$/, ''));

/** Addresses of Unix sockets have no host, so the URL parser cannot validate them. */
export const databaseUrl = () => z.string().regex(/^postgres(ql)?:\/\/\S+$/);

export const webUrl = () => url(/^https?:\/\//);
export const list = () =>
  z.string().transform((value) =>
    value
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== ''),
  );
export const text = () => z.string().min(1);

/** True for an address, or a range of addresses such as 10.0.0.0/8. */
const isAddressRange = (text: string): boolean => {
  const [address = '', bits = '0', ...more] = text.split('/');
  const version = isIP(address);
  const longest = version === 6 ? 128 : 32;
  return version !== 0 && more.length === 0 && /^\d+$/.test(bits) && Number(bits) <= longest;
};

/** The proxies whose headers are trusted: all (`true`), none (`false`), a number of hops, or a list of addresses and ranges. */
export const trustProxy = () =>
  z.string().transform((value, issues): boolean | number | string[] => {
    if (value === 'true' || value === 'false') return value === 'true';
    if (/^\d{1,2}$/.test(value)) return Number(value);
    const proxies = value.split(',').map((item) => item.trim());
    if (proxies.every(isAddressRange)) return proxies;
    issues.addIssue({ code: 'custom', message: 'not a list of addresses' });
    return z.NEVER;
  });

/** Returns a quarter of the memory of the machine, or of its container where that has less: in MiB, at least 256. */
export const quarterOfMemoryMb = (): number => {
  const memory = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
  return Math.max(256, Math.floor(memory / 4 / 1024 / 1024));
};
