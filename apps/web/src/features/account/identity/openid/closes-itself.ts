/** The `returnTo` of a sign-in in a window of its own, which closes once the session is there. */
export const closesItself = '/auth/callback';
