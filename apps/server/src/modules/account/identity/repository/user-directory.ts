import { and, eq } from 'drizzle-orm';
import { accounts, users } from '../tables.ts';
import {
  type AnyDb,
  accountRepository,
  type ProvenAddress,
  type UserRow,
  userRepository,
} from './user-repository.ts';

/** A user who proved an address by a mailed link and chose a password. */
export interface NewUser {
  userId: string;
  accountId: string;
  name: string;
  email: string;
  /** True when the address counts as verified; false when the link was also shown to somebody else. */
  isVerified: boolean;
  mailProven: boolean;
  passwordHash: string;
  termsAcceptedAt: Date | null;
}

/** The users, for later modules in the module order, which invite and list them. */
export const userDirectory = {
  find: (db: AnyDb, userId: string): Promise<UserRow | undefined> => userRepository.find(db, userId),

  findByEmail: async (db: AnyDb, email: string): Promise<UserRow | undefined> =>
    (await db.select().from(users).where(eq(users.email, email)))[0],

  signsInWith: async (db: AnyDb, userId: string, provider: string): Promise<boolean> =>
    (
      await db
        .select({ id: accounts.id })
        .from(accounts)
        .where(and(eq(accounts.userId, userId), eq(accounts.provider, provider)))
    ).length > 0,

  async insert(db: AnyDb, user: NewUser): Promise<void> {
    const { userId, accountId, name, email, isVerified, mailProven, passwordHash, termsAcceptedAt } = user;
    await userRepository.insert(db, { id: userId, name, email, termsAcceptedAt });
    await accountRepository.insert(db, {
      id: accountId,
      userId,
      provider: 'password',
      subject: userId,
      passwordHash,
    });
    if (isVerified) await userRepository.verifyEmail(db, userId, { email, mailProven });
  },

  /** Marks the address as verified, because its mailed link was followed. */
  verifyEmail: (db: AnyDb, userId: string, address: ProvenAddress): Promise<void> =>
    userRepository.verifyEmail(db, userId, address),
};
