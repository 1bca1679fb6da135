/** Somebody about whom agents remember something: a member of the company, or an app user. */
export interface Person {
  kind: 'MEMBER' | 'APP_USER';
  id: string;
}

/** Returns the person for whom a run works. */
export const personOfRun = ({
  personId,
  appUserId = null,
}: {
  personId: string | null;
  appUserId?: string | null | undefined;
}): Person | null => {
  if (personId !== null) return { kind: 'MEMBER', id: personId };
  return appUserId === null ? null : { kind: 'APP_USER', id: appUserId };
};
