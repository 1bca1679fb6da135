import { fail } from '../../../../../kernel/base/errors.ts';
import { hashToken } from '../../../../../kernel/secrets/secrets.ts';
import { type AnyDb, signInAttemptRepository } from '../../repository/user-repository.ts';

const minute = 60 * 1000;

/** The most attempts within a window that starts with the first attempt. */
interface Limit {
  name: string;
  most: number;
  windowMs: number;
}

export const limits = {
  /** Passwords for one email from one network address. */
  caller: { name: 'sign-in', most: 10, windowMs: 15 * minute },
  /** Passwords for one email from anywhere. */
  account: { name: 'account', most: 50, windowMs: 60 * minute },
  /** Passwords for one email from a device that signed in to it before. */
  device: { name: 'device', most: 10, windowMs: 15 * minute },
  /** Codes of one user. */
  code: { name: 'code', most: 5, windowMs: 15 * minute },
  /** The password of a user who is already signed in. */
  ownPassword: { name: 'own-password', most: 10, windowMs: 15 * minute },
  /** Mails to one address that anybody may order. */
  mail: { name: 'mail', most: 3, windowMs: 60 * minute },
} as const satisfies Record<string, Limit>;

export const longestWindowMs = Math.max(...Object.values(limits).map(({ windowMs }) => windowMs));

interface Tries {
  /** Includes this attempt. */
  count: number;
  isOver: boolean;
  retryAfterSeconds: number;
}

const hashSubject = ({ name }: Limit, subject: string): string => hashToken(`${name} ${subject}`);

/** Counts an attempt before it is made, so that concurrent ones count too. */
export const countTry = async (db: AnyDb, limit: Limit, subject: string): Promise<Tries> => {
  const now = Date.now();
  const since = new Date(now - limit.windowMs);
  const { attempts, beganAt } = await signInAttemptRepository.count(db, hashSubject(limit, subject), since);
  return {
    count: attempts,
    isOver: attempts > limit.most,
    retryAfterSeconds: Math.max(1, Math.ceil((beganAt.getTime() + limit.windowMs - now) / 1000)),
  };
};

/** Call it after the transaction that counted, because a rollback would undo the count. */
export const refuseOver = ({ isOver, retryAfterSeconds }: Tries): void => {
  if (isOver) fail('request.rate_limited', { retryAfterSeconds });
};

export const forgetTries = (db: AnyDb, limit: Limit, subject: string): Promise<void> =>
  signInAttemptRepository.forget(db, hashSubject(limit, subject));

/** The counters of attempts, for later modules in the module order that check passwords or send mails on request. */
export const tries = { limits, count: countTry, refuseOver, forget: forgetTries };
